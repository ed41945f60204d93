`(html (@ (lang "en")) (head (title ,title) (link (@ (rel "stylesheet") (href "style.css")))) (body (p "text " (b "bold") " more text that goes on and on")))
