;; options: line-breaks=keep
(define-module (shop stock)
  #:use-module (ice-9 match)
  #:use-module (oop goops)
  #:export (item-price
            make-shelf))
;; An instance: its keywords stand at +2.
(define (make-shelf name)
  (make <shelf>
    #:name name
    #:items '()))
(define (item-price item)
  (match item
    ((name price)
     price)
    ((name price . extras)
     (apply + price extras))))
(define* (restock shelf #:key (count 1))
  (with-fluids ((current-shelf shelf))
    (let-keywords extras #f
        ((limit 10))
      (min limit count))))
(define (sell shelf)
  (call-with-prompt shop-tag
                    (lambda ()
                      (sell-one shelf))
                    (lambda (k reason)
                      reason)))
(define-values (sold kept)
  (receive (a b)
      (partition sold? items)
    (values a b)))
