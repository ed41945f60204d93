;; options: line-breaks=keep
[.
(d
);
]
,
(d
) #||#
