;; options: line-breaks=keep dialect=guile
;; The closing bracket stays below them, as that of an export.
(define-module (shed))
(re-export

 mend sharpen
 paint
 )
(re-export
 sharpen)
