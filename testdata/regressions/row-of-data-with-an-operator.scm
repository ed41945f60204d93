;; options: line-breaks=persistent line-width=40
(plugin-configure
  `((operator"+""-""/""*""%""<<"">>")))
