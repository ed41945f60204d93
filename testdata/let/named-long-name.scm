(let loop-over-all-the-elements-of-the-vector ((index-of-the-current-element 0) (sum-of-the-elements 0)) (if (< index limit) (loop-over-all-the-elements-of-the-vector (+ index 1) 0) sum))
