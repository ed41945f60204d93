(if (eq? type 'circle) (draw-circle shape canvas) (if (eq? type 'square) (draw-square shape canvas) (if (eq? type 'triangle) (draw-triangle shape canvas) (error "unknown shape" shape))))
