(define (f lock)
  (with-lock lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (call-something lock
                  (first-of-several-things lock)
                  (second-of-several-things lock lock))
  (call-something-else lock
                       (first-of-several-things lock)
                       (second-of-several-things lock lock)))

(define (g lock)
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (call-something lock
                  (first-of-several-things lock)
                  (second-of-several-things lock lock))
  (call-something-else lock
                       (first-of-several-things lock)
                       (second-of-several-things lock lock)))

(define (h lock)
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock))
  (locking lock
    (first-of-several-things lock)
    (second-of-several-things lock lock)))
