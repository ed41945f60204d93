(import :std/sugar)
(defclass (token-stream stream) (port position buffer last-token) constructor: :init! final: #t transparent: #t)
(using (stream (make-token-stream port) : token-stream) (stream.skip-whitespace!) (stream.next-token))
(with ((point x y) (find-point (current-canvas) name)) (draw-a-line-to x y) (move-to x y))
