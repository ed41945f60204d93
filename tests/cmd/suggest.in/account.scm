;; Accounts; two of them are locked in the order of their numbers.

(define (account-deposit! account amount)
  (locking (account-mutex account)
    (set-account-balance! account (+ (account-balance account) amount))
    (account-note! account
                   'deposit amount)
    (tell-the-owner-of account
                       "some money has been put into your account"
                       amount)))

(define (account-withdraw! account amount)
  (locking (account-mutex account)
    (check-that-the-account-covers account amount)
    (set-account-balance! account (- (account-balance account) amount))
    (account-note! account
                   'withdrawal amount)
    (tell-the-owner-of account
                       "some money has been taken from your account"
                       amount)))

(define (account-transfer! from to amount)
  (locking (account-mutex (account-of-lower-number from to))
    (locking (account-mutex (account-of-higher-number from to))
      (account-withdraw! from amount)
      (account-deposit! to amount))))
