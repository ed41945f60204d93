# Written by `schemefmt completions fish`.

function __schemefmt_candidates
    set -l before (commandline --current-process --tokenize --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor | string unescape)
    _SCHEMEFMT_COMPLETE=fish schemefmt -- $before "$current" 2>/dev/null
end

complete --keep-order --exclusive --command schemefmt --arguments '(__schemefmt_candidates)'
