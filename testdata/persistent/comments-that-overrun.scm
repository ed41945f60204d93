;; options: line-breaks=persistent
;; A comment stays in the column of the author, though it ends beyond the width.
(define-record-type fifo
  (fields
     vec             ; vector, used as circular buffer
     (mutable size)  ; number of elements in vec
     (mutable start) ; index of first element in vec
     may-get         ; a tenth too wide where it goes, told when vec is not empty
     may-put))       ; condition

(define libs
  `((cs8      ,CS8)     ; set character size to 8 bits
    (hup      ,HUPCL)   ; send a hangup signal when the last process closes the terminal, if any
    (icrnl    ,ICRNL)   ; much too wide in any column: translate carriage returns to newlines on input
    (parenb   ,PARENB))) ; generate parity bit

(define flags
  '(cs8                 ; set character size to 8 bits
    hup                 ; send a hangup when the last process closes the terminal, or else
    icrnl               ; translate carriage returns to newlines
    parenb))            ; generate parity bit
