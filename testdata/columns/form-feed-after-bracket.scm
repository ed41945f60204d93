;; options: line-breaks=keep
;; A form feed after a bracket gets its own line, so the column beside the first item is another one then.
(guard ()
	. rest)
