(let ((x 1)) (f x) x)
(let ((connection (open-connection host port))) (send connection message) (receive-reply connection))
