;; options: line-breaks=persistent
;; A row among equal rows of atoms stays on its line, however wide it is; where all are too wide, all are broken.
(define versions
  (list (crate "async-attributes" "1.1.2" "1hcyqbzdxj6y1wdjn2zwj8sfxjpkr8a8hd45r1gyf0i3wmr0s9dx")
        (crate "async-channel" "2.3.1" "0skvwxj6ysfc6d7bhczz9a2550260g62bm5gl0nmjxxyn007id49")
        (crate "async-io" "2.6.0" "1z16s18bm4jxlmp6rif38mvn55442yd3")))
(define names
  (list (crate "async-attributes" "1.1.2" "1hcyqbzdxj6y1wdjn2zwj8sfxjpkr8a8hd45r1gyf0i3wmr0s9dx01234567")
        (crate "async-channel" "2.3.1" "0skvwxj6ysfc6d7bhczz9a2550260g62bm5gl0nmjxxyn007id4901234567")
        (crate "async-io" "2.6.0" "1z16s18bm4jxlmp6rif38mvn55442yd3wjvdfhvx4hkgxf7qlss501234567")))
