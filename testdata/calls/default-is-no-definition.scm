; What begins with `default` or `defer` defines nothing.
(define handler (lambda (handlers) (default-duplicate-binding-procedures (lookup-duplicates-handlers handlers))))
(default-configuration-context (lambda (name) (display name)) (current-output-port) 1 2)
(deferred-replacement (first-replacement-of package) (second-replacement-of package))
