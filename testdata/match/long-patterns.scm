(match instruction ((('move . from-register) ('to . to-register) ('with . the-options-of-the-instruction)) (emit-move from-register to-register)) ((op . args) (emit op args)))
