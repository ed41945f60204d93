;; options: line-breaks=keep
;; A form named like a let may have names before its bindings, which then go at +4.
(define x
  (let-mod-arguments (name version)
    ((inputs (f name))
       (outputs (g version)))
    (h inputs outputs)))
(let-mod-arguments (name)
    ((inputs (f name)))
  (h inputs))
(let*-like ((a 1)
            (b 2))
  (f a b))
