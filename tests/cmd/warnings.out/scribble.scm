#lang scribble/base
@foo{x}
