#lang scribble/base
@title{A   title}
