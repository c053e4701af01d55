import {posixWord} from './shell-words.ts';

/** The facts about this Gantry that a launcher records. */
export type LauncherFacts = {
  /** The absolute path of `bin/gantry.js`, or of the single executable. */
  readonly program: string;
  /** The absolute path of Node.js. Absent for the single executable. */
  readonly node?: string | undefined;
  /** The absolute path of `gantry` in a directory of PATH. Absent if it is another program, or none. */
  readonly link?: string | undefined;
};

/**
 * Returns a script for POSIX shells that starts Gantry from any directory, with any PATH. It starts the recorded program. If that was removed, it looks for
 * another Gantry in PATH and in the usual directories, and for another Node.js in the same places. Another program may also have the name `gantry`, so
 * a candidate must know the command `credential`.
 */
export const launcherScript = ({program, node = '', link = ''}: LauncherFacts): string =>
  `#!/bin/sh
# Starts Gantry for the kubeconfig entries that log in with it. Written by "gantry kubeconfig --merge --exec", which updates it.
program=${posixWord(program)}
link=${posixWord(link)}
node=${posixWord(node)}
${SEARCH}`;

const SEARCH = String.raw`
# A launcher that looks for Gantry sets this variable, so that it does not find a launcher.
[ -z "$gantry_probe" ] || exit 1

fail() {
  echo "gantry: $1" >&2
  echo 'Then run "gantry kubeconfig --merge --exec" once, for any workspace: it repairs all entries.' >&2
  exit 127
}

is_program() { [ -f "$1" ] && [ -x "$1" ]; }

# Calls a function with each file of this name that can be executed, until the function succeeds. Sets $found.
search() {
  check=$1 name=$2
  # Only the value of a variable is split at its colons.
  directories=$PATH:/opt/homebrew/bin:/usr/local/bin:/usr/bin
  set -f
  IFS=:
  set -- $directories
  unset IFS
  set +f
  set -- "$@" "$HOME/.local/bin" "$HOME/bin" "$HOME/.volta/bin" "$HOME/.asdf/shims" "$HOME/.local/share/mise/shims" \
    "$NVM_DIR"/versions/node/*/bin "$FNM_DIR"/node-versions/*/installation/bin
  for directory; do
    case $directory in
      /*) found=$directory/$name; if is_program "$found" && "$check" "$found"; then return 0; fi ;;
    esac
  done
  return 1
}

is_recent() {
  "$1" -e 'var v = process.versions.node.split("."); process.exit(v[0] > 22 || (v[0] == 22 && v[1] >= 19) ? 0 : 1)' 2>/dev/null
}

find_node() {
  is_program "$node" && return 0
  search is_recent node && node=$found
}

is_script() {
  IFS= read -r line <"$1" || :
  case $line in '#!'*node*) return 0 ;; esac
  return 1
}

is_gantry() {
  candidate=$1
  if is_script "$candidate"; then set -- "$node" "$candidate"; fi
  case $(gantry_probe=1 "$@" __complete bash -- credential 2>/dev/null </dev/null) in
    credential*) return 0 ;;
  esac
  return 1
}

[ -n "$NVM_DIR" ] || NVM_DIR=$HOME/.nvm
[ -n "$FNM_DIR" ] || FNM_DIR=$HOME/.local/share/fnm
if ! [ -f "$program" ]; then
  find_node || node=
  if is_program "$link" && is_gantry "$link"; then program=$link
  elif search is_gantry gantry; then program=$found
  else fail "$program was removed, and no other Gantry was found in PATH and the usual directories. Install Gantry."
  fi
fi
is_script "$program" || exec "$program" "$@"
find_node || fail "Node.js 22.19 or newer was not found in PATH and the usual directories. Install it."
exec "$node" "$program" "$@"
`;
