;; A form that is only named like a `let`: what follows the name is a call and no list of bindings.
(let-escape leave
  (let* ((boat (next-boat harbour)))
    (inspect boat)
    (leave boat)))
