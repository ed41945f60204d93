;; options: line-breaks=persistent
;; Most calls of `attempt` go on at +2, and of `draw` where the author had another name.
(attempt door
  (open door)
  (enter))
(attempt window
  (break window))
(attempt (wall 1)
         (climb wall))
(draw canvas
           red)
(draw wall
           green)
(draw door
           blue)
;; A single call shows it by three lines.
(configure editor
  (font "Mono")
  (width 80)
  (theme 'dark))
(arrange tables
  chairs)
