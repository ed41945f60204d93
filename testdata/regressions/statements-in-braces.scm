;; What is C in braces, as in the glue of RScheme, stays as it is, with its form.
(define-glue (suspend (thread <thread>))
{
  if (!EQ(gvec_ref(thread,STATE),int2fx(COMPLETE)))
  {
    mark_suspended( thread );
  }
  RETURN1();
})
(define   infix {a +   b} ) ; an infix expression
