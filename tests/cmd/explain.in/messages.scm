(begin
  (note-the-problem "there is no such file, nor a folder of that name, in any of the folders where I looked for one"))
