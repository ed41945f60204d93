(if (a? x)
    (b x)
    ;; otherwise
    (c x))
(cond ((a? x) b)
      ;; otherwise
      (else c))
