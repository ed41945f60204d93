#lang racket

(define-option profile
  (begin0 profile (profiler-enabled? (and profile #t)) (profiler-reset!)))

(begin0 (parameterize ([in-link? #t])
  (render-content i part ri))
  (display "]"))

(with-timing 'template "page"
  (define page-of-the-template (make-page (current-template) 'template))
  (render-content page-of-the-template))

(with-handlers ([exn:fail? (λ (e) (log e) (raise e))])
  (run (λ (x) (f x))))
