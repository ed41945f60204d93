(let ((env (extend-environment (procedure-parameters procedure) arguments (procedure-environment procedure)))) (evaluate-sequence (procedure-body procedure) env))
