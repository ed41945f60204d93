(pack TeXmacs (libraries texmacs-module))

(texmacs-module data-and-body (one-line 0) (source texmacs))
((tm-define tm-menu tm-widget tm-property tm-build) define (source texmacs))
(tm-define-macro define-macro (source texmacs))
((menu-bind lazy-define lazy-menu) data-and-body (one-line 0) (source texmacs))
((kbd-map kbd-commands kbd-symbols delayed) 0 (one-line 0) (source texmacs))
