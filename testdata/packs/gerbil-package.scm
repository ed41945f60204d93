;; options: dialect=gerbil
;; Keywords at top level, with their values.
prelude:
:gerbil/core
package: std/text

namespace: #f
(export #t)
