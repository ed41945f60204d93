;; options: line-width=40
(defclass point (x-coordinate y-coordinate) constructor: :init! final: #t)
