;; Rows that the author aligned stay so: a row that is too long goes on below, and one whose value goes below its name leaves the column to
;; the others. Gaps that are all alike are no column.
(define-class <account> (<comparable>)
  (id       #:init-keyword #:id       #:accessor !id)
  (username #:init-keyword #:username #:accessor !username)
  (links    #:init-keyword #:link     #:accessor !link #:type (list <account-link>)))

(define (background->list chunk)
  (list
   (cons 'color-type    (color-type chunk))
   (cons 'red           (red chunk))
   (cons 'palette-index (palette-index chunk))))

(define (remove! (filter         <filter>)
                 (input          <bytevector>)
                 (scanline-index <number>))
  (f   input)
  (g   filter)
  (let* ((scanline-length         (filter-scanline-length filter))
         (previous-scanline-begin
          (* (- scanline-index 1) scanline-length))
         (bytes                   (filter-bytes-per-pixel filter)))
    (f scanline-length previous-scanline-begin bytes)))

(define red   '(255 0 0))
(define green '(0 255 0))
