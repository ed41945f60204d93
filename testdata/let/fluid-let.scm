(fluid-let ((*depth* (+ *depth* 1)) (*trace* #t)) (trace-call procedure arguments))
