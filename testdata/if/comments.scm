(if (ready? x) ; is it?
  ;; yes
  (go x) ; go
  ;; no
  (wait x) ; wait
  ;; end
  )
