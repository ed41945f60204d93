;; options: dialect=racket
(define-syntax-class header
  #:no-delimit-cut
  #:literals (let*
              let-values
              let*-values
              when
              unless
              with-handlers
              parameterize
              for/list
              for/vector
              another-literal)
  (pattern x))
(define-syntax (test stx)
  (syntax-parse stx
    #:track-literals
    [(_ a) #'a]
    [(_ b c)
     (f b)
     (g c)]))
(splicing-parameterize ([current-directory here])
  (define x 1)
  (define y 2))
