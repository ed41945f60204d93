;; options: line-width=40
#lang racket
(make-object button% "Press" panel (lambda (button event) (press button)))
