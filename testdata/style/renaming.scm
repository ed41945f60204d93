`(,(rename 'let) ((,(rename 'result) ,expression)) (,(rename 'display) ,(rename 'result)) ,(rename 'result))
