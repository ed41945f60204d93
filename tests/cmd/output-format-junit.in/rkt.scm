#lang scribble/manual
@title{x}
