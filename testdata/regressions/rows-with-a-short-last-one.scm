;; options: line-width=27
(print (println    #(0 -5
              -5 1/2
4444)))
