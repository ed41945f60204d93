(import (scheme base))
(import (scheme base) (scheme write))
(import (only (chibi string) string-split))
