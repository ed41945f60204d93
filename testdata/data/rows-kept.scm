(define matrix '#(1.000   0.000 0.000 0.000 0.000 0.000
     0.000 1.000  0.000 0.000 0.000 0.000
  0.000 0.000 1.000 0.000 0.000 0.000))
(define short '(a b
c))
(define alist '((first-key . first-value) (second-key . second-value)
                (third-key . third-value)
 (fourth-key . (fourth-value of several parts)) (fifth-key . fifth)))
(define one-row '(first-element-of-the-list second-element-of-the-list third-element fourth))
(define half-too-long '(first-element-of-the-list second-element-of-the-list third-element-of-the-list fourth fifth
  sixth))
(define one-too-long '(first-element second-element
  third-element-of-the-list fourth-element-of-the-list fifth-element-of-the-list sixth
  seventh))
(define commented '(first-element-of-the-list second-element-of-the-list ; two
  third-element-of-the-list

  fourth-element #;nothing fifth-element
  #| sixth |# sixth-element seventh-element . tail))
(define code (list first-argument-of-the-call second-argument
  third-argument-of-the-call fourth-argument))
