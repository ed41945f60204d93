;; options: line-breaks=keep alignment=keep
(add 'x11   (in "x11"))
(add 'xevent(in "xevent"))
(add 'xt    (in "xt"))
(add 'xm    (in "xm"))
