#lang other
one two three: (f)
