;; options: line-breaks=keep
;; A parameter stays under the one beside the keyword if the author put it there.
(use gauche.record)

(define (open-pane title :key (width 640)
                              (height 480)
                             (depth 24)
                         :allow-other-keys rest)
  (list title width height depth rest))

(define split
  (lambda (text :optional (start 0)
                          ;; None is the end.
                          (end #f))
    (substring text start (or end (string-length text)))))

(define (move piece
           :key (from  1)
                (to 2))
  (list piece from to))

(move king :from 3
           (where king))
