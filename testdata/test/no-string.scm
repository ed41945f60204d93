(test-equal '(3 2 1) (reverse '(1 2 3)))
(test-equal (list-of-the-expected-results-of-everything) (compute-everything-from-the-inputs the-inputs))
