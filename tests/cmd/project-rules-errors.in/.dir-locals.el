((scheme-mode . (
