(lambda-case (($ <primitive-ref> name) (resolve name all-bindings)) ((src a b) (make-application src a b)))
