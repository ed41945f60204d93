(if (ready? x) (go x) ; ready
    (begin ; not ready
      (wait x) ; a while
      (go x)))
