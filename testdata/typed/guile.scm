;;; A weather station: readings come in as lines, and reports go out.
(define-module (weather station)
  #:use-module (ice-9 match)
  #:use-module (ice-9 rdelim)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:use-module ((srfi srfi-19) #:prefix date:)
  #:export (read-station report warmest %default-units))

(define %default-units 'celsius)

(define-record-type <reading>
  (make-reading station day temperature)
  reading?
  (station reading-station)
  (day reading-day)
  (temperature reading-temperature set-reading-temperature!))

(define-syntax-rule (with-station (name port) body ...)
  (let ((name (read-line port)))
    (if (eof-object? name)
        #f
        (begin body ...))))

(define* (to-units degrees #:key (units %default-units) (precision 1))
  "Return DEGREES, which are Celsius, in UNITS: one of (celsius, kelvin)."
  (let* ((scale (expt 10 precision))
         (rounded (lambda (number) (/ (round (* scale number)) scale))))
    (case units
      ((celsius) (rounded degrees))
      ((kelvin) (rounded (+ degrees 273.15)))
      (else (error "unknown units (neither of the two):" units)))))

(define (parse-line line)
  ;; A line has a day and a temperature, and perhaps a remark ("snow").
  (match (string-split line #\space)
    ((day temperature)
     (values (string->number day) (string->number temperature) #f))
    ((day temperature . remark)
     (values (string->number day)
             (string->number temperature)
             (string-join remark " ")))
    (_ (throw 'bad-line "expected two words" line))))

(define (read-station port)
  (with-station (name port)
    (let loop ((line (read-line port)) (readings '()))
      (cond
       ((eof-object? line) (reverse readings))
       ((string-null? (string-trim-both line))
        (loop (read-line port) readings)) ; between two months
       ((char=? #\( (string-ref line 0))
        (loop (read-line port) readings))
       (else
        (receive (day temperature remark) (parse-line line)
          (when remark
            (format (current-error-port) "~a: ~a (~a)~%" name day remark))
          (loop (read-line port)
                (cons (make-reading name day temperature) readings))))))))

(define (warmest readings)
  (fold (lambda (reading best)
          (if (or (not best)
                  (> (reading-temperature reading) (reading-temperature best)))
              reading
              best))
        #f readings))

#|
Reports are for people (not for programs):
each has a line for a day.
|#
(define* (report readings
                 #:optional (port (current-output-port))
                 #:key (title "Weather")
                 (units %default-units))
  (let-values (((cold warm)
                (partition (lambda (reading)
                             (negative? (reading-temperature reading)))
                           readings)))
    (format port "~a: ~d cold days, ~d others~%"
            title
            (length cold)
            (length warm))
    (for-each (match-lambda
                (($ <reading> station day temperature)
                 (format port "~10a ~4d ~6,1f~%"
                         station
                         day
                         (to-units temperature #:units units))))
              (sort readings
                    (lambda (a b) (< (reading-day a) (reading-day b)))))
    (catch #t
      (lambda () (force-output port))
      (lambda (key . arguments)
        (display "nothing can be written")
        `(failed ,key ,@arguments)))))
