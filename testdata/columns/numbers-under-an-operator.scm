;; options: line-breaks=keep columns=rules
;; Numbers stay aligned at their ends under the one beside the operator ...
(list 122.5   1
        1.5  22
       22.5 333)
newline
;; ... but not if that one has blanks before it, which would be lost.
(list   2.5   1
        1.5  22
       22.5 333)
