(define (demo-launch) (with path (demo-find) (and-with name (demo-name path) (string-append path "/" name))))
(plugin-configure demo (:require (url-exists-in-path? "demo")) (:launch ,(demo-launch)) (:session "Demo"))
(tm-define (parser-feature lan key)
  `(,(string->symbol key)
    (operator
      "+" "-" "/" "*" "%"
      "<<" ">>")))
