(define page
  '((head (title "A shelf") (meta "books, all of them sorted by colour")
     (link "shelf.css"))
    (sizes (small 1) (medium 2) (large 3) (huge 4) (enormous 5) (gigantic 6)
           (endless 7))
    (names small medium large huge enormous gigantic endless small medium large
     huge)))
