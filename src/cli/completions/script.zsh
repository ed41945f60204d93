#compdef schemefmt
# Written by `schemefmt completions zsh`.

_schemefmt() {
  local -a all folders values
  all=("${(@f)$(
    _SCHEMEFMT_COMPLETE=zsh _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) \
      schemefmt -- "${(@Q)words[1,CURRENT]}" 2>/dev/null
  )}")
  folders=(${${(M)all:#*/}%/})
  values=(${all:#*/})
  (( $#folders )) && _describe -V folder folders -S / -r /
  (( $#values )) && _describe -V value values
}

# Loaded by the completion system, or sourced.
if [[ $funcstack[1] == _schemefmt ]]; then
  _schemefmt "$@"
else
  compdef _schemefmt schemefmt
fi
