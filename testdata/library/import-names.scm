(import scheme chicken)
(import srfi-1 posix data-structures utils ports regex files setup-api chicken-syntax foreign)
(import scheme (chicken base) (only (chicken string) string-split string-intersperse))
