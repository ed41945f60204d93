(
 define a

 1)
(let (

      (a 1)

      ) a)
