;; -*- coding: johab -*-
(f "°¡")
