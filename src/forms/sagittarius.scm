(pack Sagittarius (dialects sagittarius))

(smatch match (seen 93 92 1))
(with-args 2 (seen 20 20 1))
(test-group 1 (seen 200 176 1))
