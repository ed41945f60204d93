; The first line of a string counts like any other.
(package (description "This string has a first line of such a length that beside its operator it
would go beyond the width.") (synopsis "Short
of it"))
