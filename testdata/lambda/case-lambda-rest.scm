(case-lambda ((a) (one a)) ((a b . rest) (many a b rest) (note rest)) (all (apply values all)))
