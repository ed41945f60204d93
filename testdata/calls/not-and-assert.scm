(assert (and (integer? first-number) (integer? second-number) (exact? first-number) (exact? second-number)))
