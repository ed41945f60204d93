;; Procedures of the SRFIs, in rows.
(import (only (list) srfi-1 srfi-2 srfi-3 srfi-4 srfi-5 srfi-6 srfi-7
              srfi-8 srfi-9 srfi-10 srfi-11 srfi-12 srfi-13 srfi-14
              srfi-15 srfi-16 srfi-17 srfi-18 srfi-19 srfi-20 srfi-21
              srfi-22 srfi-23 srfi-24 srfi-25 srfi-26 srfi-27 srfi-28
              srfi-29 srfi-30 srfi-31 srfi-32 srfi-33 srfi-34 srfi-35
              srfi-36 srfi-37 srfi-38 srfi-39 srfi-40 srfi-41 srfi-42
              srfi-43 srfi-44 srfi-45 srfi-46 srfi-47 srfi-48 srfi-49
              srfi-50 srfi-51 srfi-52 srfi-53 srfi-54 srfi-55 srfi-56
              srfi-57 srfi-58 srfi-59 srfi-60 srfi-61 srfi-62 srfi-63
              srfi-64 srfi-65 srfi-66 srfi-67 srfi-68 srfi-69 srfi-70
              srfi-71 srfi-72 srfi-73 srfi-74 srfi-75 srfi-76 srfi-77
              srfi-78 srfi-79 srfi-80 srfi-81 srfi-82 srfi-83 srfi-84
              srfi-85 srfi-86 srfi-87 srfi-88 srfi-89 srfi-90 srfi-91
              srfi-92 srfi-93 srfi-94 srfi-95 srfi-96 srfi-97 srfi-98
              srfi-99))
