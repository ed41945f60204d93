#lang at-exp racket
@foo{x}
