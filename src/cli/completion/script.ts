/** The shells for which `gantry completion` prints a script. */
export const COMPLETED_SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell with completion. */
export type CompletedShell = (typeof COMPLETED_SHELLS)[number];

/**
 * The completion scripts. They call `gantry __complete` for each word, because a fixed list would become outdated. A line that begins
 * with `:` is not a candidate, but an instruction for the shell, for example to complete files.
 */
export const completionScript = ({shell}: {readonly shell: CompletedShell}): string => SCRIPTS[shell];

const SCRIPTS: Readonly<Record<CompletedShell, string>> = {
  bash: `# Completion of gantry for bash. In ~/.bashrc: source <(gantry completion bash)
_gantry() {
  local line word cur=\${COMP_WORDS[COMP_CWORD]}
  local -a words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  case $cur in '=' | ':') cur= ;; esac
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
        compopt -o filenames 2>/dev/null ;;
      :directories) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$cur")
        compopt -o filenames 2>/dev/null ;;
      :commands) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$cur") ;;
      *) word=\${line%%$'\\t'*}
        case $word in *= | */ | *.) compopt -o nospace 2>/dev/null ;; esac
        COMPREPLY+=("$word") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete bash -- "\${words[@]}" 2>/dev/null)
}
complete -F _gantry gantry
`,
  zsh: `#compdef gantry
# Completion of gantry for zsh. In ~/.zshrc, after compinit: source <(gantry completion zsh)
_gantry() {
  local line word
  local -a found open
  while IFS= read -r line; do
    case $line in
      :files) _files ;;
      :directories) _files -/ ;;
      :commands) _command_names -e ;;
      *) word=\${line%%$'\\t'*}
        case $word in
          *=|*/|*.) open+=("$word") ;;
          "$line") found+=("\${word//:/\\\\:}") ;;
          *) found+=("\${word//:/\\\\:}:\${line#*$'\\t'}") ;;
        esac ;;
    esac
  done < <("\${words[1]}" __complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#open )) && compadd -S '' -- $open
  (( $#found )) && _describe gantry found
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _gantry "$@"; else compdef _gantry gantry; fi
`,
  fish: `# Completion of gantry for fish. In ~/.config/fish/completions/gantry.fish: gantry completion fish | source
function __gantry_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (command $words[1] __complete fish -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':directories'
                __fish_complete_directories (commandline -ct)
            case ':commands'
                __fish_complete_command
            case '*'
                echo $line
        end
    end
end
complete -c gantry -f -a '(__gantry_complete)'
`,
};
