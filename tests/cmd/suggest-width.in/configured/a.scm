;; The parts of a large program, in rows.
(import (only (list) job-10 job-11 job-12 job-13 job-14 job-15 job-16
              job-17 job-18 job-19 job-20 job-21 job-22 job-23 job-24
              job-25 job-26 job-27 job-28 job-29 job-30 job-31 job-32
              job-33 job-34 job-35 job-36 job-37 job-38 job-39 job-40
              job-41 job-42 job-43 job-44 job-45 job-46 job-47 job-48
              job-49 job-50 job-51 job-52 job-53 job-54 job-55 job-56
              job-57 job-58 job-59 job-60 job-61 job-62 job-63 job-64
              job-65 job-66 job-67 job-68 job-69 job-70 job-71 job-72
              job-73 job-74 job-75 job-76 job-77 job-78 job-79 job-80
              job-81 job-82 job-83 job-84 job-85 job-86 job-87 job-88
              job-89 job-90 job-91 job-92 job-93 job-94 job-95 job-96))
