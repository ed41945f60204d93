(let-values (((first-intermediate-result second-intermediate-result) (compute-both-of-the-intermediate-results input)))  (list first-intermediate-result second-intermediate-result))
