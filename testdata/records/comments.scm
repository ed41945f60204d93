(define-record-type <employee> ; a person
  ;; constructor
  (make-employee name salary) ; no age
  employee?
  ;; fields
  (name employee-name) ; a string
  (salary employee-salary set-employee-salary!) ; in cents

  (age employee-age set-employee-age!)
  ;; end
  )
