(match tree (() '()) ((left . right) (match left ((a . b) (list a b right)) (leaf (cons leaf (flatten-the-remaining-tree right))))))
