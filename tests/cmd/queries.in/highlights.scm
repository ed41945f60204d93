["if" "else"] @keyword
