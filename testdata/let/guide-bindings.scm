;; options: line-breaks=keep
;; Riastradh's rules, schemewiki: bindings go under the first one, and the body at two columns.
(let ((width (width-of box))
      (height (height-of box)))
  (* width height))
