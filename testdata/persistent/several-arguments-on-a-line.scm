;; options: line-breaks=persistent
;; An operator is left alone for an argument that has the next line for itself, not for several.
(define (conf-dir config)
  (let ((asahi-audio (configuration-audio config)))
    (directory-union "wireplumber" (list (file-append asahi-audio "/share/wireplumber")
                                         (file-append wireplumber "/share/wireplumber")))))

(define (conf config)
  (let ((asahi-audio (configuration-audio config)))
    (directory-union (list (file-append-and-more asahi-audio "/share/wireplumber")
                           (file-append-and-more wireplumber-directory "/share/wireplumber/")))))
