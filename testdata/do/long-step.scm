(do ((remaining (list-of-all-entries directory) (list-tail remaining (number-of-entries-to-skip (car remaining)))) (count 0 (+ count 1))) ((null? remaining) count) (display (car remaining)))
