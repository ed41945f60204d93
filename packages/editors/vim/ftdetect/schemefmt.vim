autocmd BufRead,BufNewFile *.sls,*.sps,*.sld,*.sch,*.stk setfiletype scheme
