#lang racket/base
;; A queue of jobs, and workers that take from it.
(require racket/list
         racket/match
         (only-in racket/string string-join string-split)
         (for-syntax racket/base))
(provide (struct-out job)
         run-all
         (contract-out [parse-job (-> string? (or/c job? #f))]))

(struct job (name cost after) #:transparent)

(define-syntax (while stx)
  (syntax-case stx ()
    [(_ test body ...)
     #'(let loop ()
         (when test
           body ...
           (loop)))]))

(define (parse-job line)
  (match (string-split line ":")
    [(list name cost) (job name (string->number cost) '())]
    [(list name cost after)
     (job name
          (string->number cost)
          (map string->symbol (string-split after ",")))]
    [_ #f]))

(define/contract (run-all jobs #:workers [workers 4])
  (->* ((listof job?)) (#:workers exact-positive-integer?) hash?)
  (define done (make-hasheq))
  (define waiting
    (for/fold ([queue '()])
              ([one (in-list jobs)]
               #:unless (hash-has-key? done (job-name one)))
      (cons one queue)))
  (for ([group (in-slice workers waiting)]
        [i (in-naturals)])
    (define total
      (for/sum ([one (in-list group)])
        (job-cost one)))
    (cond
      [(zero? total)
       (printf "group ~a costs nothing (~a jobs)\n" i (length group))]
      [(< total 100) (void)]
      [else
       (with-handlers ([exn:fail? (lambda (e) (displayln (exn-message e)))])
         (raise-user-error 'run-all "too much: ~a" total))]))
  (let-values ([(cheap dear) (partition (lambda (one) (< (job-cost one) 10)) jobs)])
    (hash-set! done 'cheap (map job-name cheap))
    (hash-set! done 'dear (map job-name dear)))
  done)
