;; options: line-breaks=persistent
;; Most calls of `attempt` go on at +2, and of `draw` at +11. A call that follows the rules stays.
(attempt door
  (open door)
  (enter))
(attempt window
  (break window))
(attempt fence
  (jump fence))
(attempt (wall 1)
         (climb wall))
(attempt (roof 1)
     (climb roof))
(draw canvas
           red)
(draw wall
           green)
(draw door
           blue)
;; A single call shows it by three lines, or at +2 if it ends in a list or most lists of the text go on there.
(configure editor
  (font "Mono")
  (width 80)
  (theme 'dark))
(arrange tables
  chairs)
(serve tables
  (fill glasses))
