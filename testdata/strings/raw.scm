;; options: dialect=stklos
; Raw strings of SRFI 267 stay as they are, whatever is in them; what stands around them is laid out.
(define   s #""a   b"")
(define pattern   #""\(?(\d{3})\D{0,3}"")   ; no escapes
(f #"xx"one; two " (  three"xx"   #""""
   #"-"#""a"""-" '#"; (" "; (" `(a ,#""b   c"")   #(#"#|"x   |# "#|"))
(define (parse url)
    #""Given a URL, returns a record.

  (parse "https://example.org/")
    => #<URL>""
      (g   url))
