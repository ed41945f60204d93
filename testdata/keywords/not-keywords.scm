;; options: line-width=20

(function aaa:: bbbb cc:: dddd)

(function :: bbbb :: dddd eee)

(function :aaa bbb :cc ddd)
