(errorf 'lookup "the variable ~s is not bound in the environment of procedure ~s" variable (procedure-name procedure))
