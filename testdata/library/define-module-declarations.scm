(define-module control.scheduler (use gauche.threads) (use data.queue) ; queues
  (export <scheduler> scheduler-schedule! scheduler-reschedule! scheduler-remove!) (extend control.job))
