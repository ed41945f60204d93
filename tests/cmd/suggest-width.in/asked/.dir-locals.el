((scheme-mode . ((fill-column . 78))))
