(define-local-member-name
  syncheck:find-source-object
  syncheck:add-text-type
  syncheck:add-background-color)
(define-keywords module input output
    append take drop take-while drop-while
  wrap+ wrap- wrap* wrap/)
(define-keywords module
  input output)
