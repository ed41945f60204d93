(define names '("first string" "second string" "third string" "fourth string" "fifth string"))
