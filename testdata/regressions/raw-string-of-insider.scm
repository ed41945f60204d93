(test "@foo"   #R"(@foo{@"\\".})")
(test   "@bar" #R"("}" follows "{")")
