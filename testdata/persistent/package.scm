;; options: line-breaks=persistent dialect=gerbil
prelude: :gerbil/core
package: std/text
namespace:
#f
info: (harbour language)
(export #t)
