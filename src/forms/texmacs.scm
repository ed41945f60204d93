(pack TeXmacs (libraries texmacs-module))

;; Modules and definitions. Their properties are lists that begin with a keyword.
((texmacs-module menu-bind) data-and-body (one-line 0) (seen 799 793 1))
(tm-define define (seen 4704 4692 1))
((tm-menu tm-widget) define (one-line 0) (seen 533 531 1))
(tm-define-macro define-macro (seen 222 222 1))
(define-public-macro define-macro (seen 95 90 1))
((tm-property tm-service tm-tool* tm-build tm-build-macro tm-build-widget) define (seen 137 135 1))
((plugin-configure define-format smart-table logic-table) data-and-body (one-line 0) (seen 179 179 1))
(converter 2 (parts data data body) (one-line 0) (seen 136 135 1))
((kbd-map kbd-wildcards kbd-commands kbd-symbols define-preferences texmacs-modes) 0 (one-line 0) (seen 181 180 1))
(delayed 0 (one-line 40) (seen 81 74 1))
;; Names, on as many lines as they need.
(shape group 1 (parts data) (strategy import) (one-line 40))
((define-group logic-group provide-public) group (seen 290 290 1))
;; The words of a programming language.
(shape words 0 (parts data) (strategy import))
((keyword keyword_conditional keyword_control operator constant) words (seen 35 35 1))
((lazy-define lazy-menu) aligned (strategy import) (parts data) (source texmacs))

;; Bindings.
(with let1 (one-line 40) (seen 3038 2982 1))
(and-with let1 (one-line 40) (seen 414 413 1))
(with-innermost let1 (seen 85 85 1))
(with-global 2 (seen 31 31 1))
(ahash-with 3 (seen 19 19 1))

;; Menus and widgets.
(for 1 (one-line 0) (seen 282 279 1))
(assuming 1 (one-line 0) (seen 251 248 1))
((refreshable meti mini division tab) 1 (one-line 0) (seen 325 309 1))
(item 1 (one-line 50) (seen 323 323 1))
(form 1 (one-line 0) (seen 23 23 1))
(resize 2 (one-line 0) (seen 92 86 1))
((padded aligned bottom-buttons explicit-buttons) 0 (one-line 0) (seen 332 318 1))
((hlist vlist horizontal vertical centered scrollable) 0 (one-line 60) (seen 333 308 1))
;; How often a menu below its label is on a line of its own above 40 columns.
(=> call (one-line 40) (seen 214 200 1))
(section-tab 1 (seen 20 20 1))
