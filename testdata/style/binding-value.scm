(let ((env (extend-environment (procedure-parameters procedure) arguments (procedure-environment procedure)))) (evaluate body env))
(let ((environment (extend-environment (procedure-parameters procedure) arguments (procedure-environment procedure)))) (evaluate body environment))
