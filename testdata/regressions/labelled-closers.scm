;; options: line-breaks=persistent
[
(d
);
]
(#<<END
END

);
