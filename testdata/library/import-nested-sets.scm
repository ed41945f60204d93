(import (prefix (only (srfi 69) make-hash-table hash-table-ref hash-table-set! hash-table-delete! hash-table-count) ht:) (for (rnrs base) expand run))
