(define zip
  (lambda lists
    (apply map list lists)))
(define (tick timestamp)
  (define delta
    (if last-time
        (- timestamp last-time)
        0.0))
  (define longer (if last-time (- timestamp last-time initial-delay) (- timestamp initial-delay)))
  (update! delta longer))
