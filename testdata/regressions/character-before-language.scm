#\ #lang racket
