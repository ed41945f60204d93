(define (make-window-with-everything title width height background-colour foreground-colour border-width . options) (list title width height))
