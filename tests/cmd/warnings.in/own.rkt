#lang own/text
Hello   (world)
