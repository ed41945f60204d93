(assertion-violation 'who-is-this "this is the message" the-minimum '() the-maximum the-left () the-right)
