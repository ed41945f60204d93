;; options: line-breaks=persistent dialect=gerbil
;; A splice touches what it repeats where the author has it so.
(def (arguments file)
  (when file
    ["--file" file
     (rest file)...  (more file) ...]))
