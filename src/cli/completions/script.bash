# Written by `schemefmt completions bash`, for bash from 3.2.

_schemefmt() {
    local current=${2//\\/} index=$COMP_CWORD flag= IFS=$'\n'
    # Bash takes `--flag=value` for three words.
    if [[ $current == "=" ]]; then
        current= index=$((COMP_CWORD - 1)) flag="${COMP_WORDS[COMP_CWORD - 1]}="
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
        index=$((COMP_CWORD - 2)) flag="${COMP_WORDS[COMP_CWORD - 2]}="
    fi
    COMPREPLY=($(
        _SCHEMEFMT_COMPLETE=bash _CLAP_COMPLETE_INDEX=$index \
            schemefmt -- "${COMP_WORDS[@]:0:index}" "$flag$current" 2>/dev/null
    ))
    COMPREPLY=("${COMPREPLY[@]#"$flag"}")
    # A value is still to come.
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}

complete -o filenames -F _schemefmt schemefmt
