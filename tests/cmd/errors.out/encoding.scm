;; Naïve
;; -*- coding: johab -*-
(a   b)
