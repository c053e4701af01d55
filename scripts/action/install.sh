#!/usr/bin/env bash
# Puts `gantry` on the PATH of the steps that follow: from a package file, or from the build beside this file. A package has no dependencies, so
# that unpacking installs it. The script never builds the development tree: its tools would run in a job that has credentials.
set -euo pipefail

bin="$RUNNER_TEMP/gantry/bin"
mkdir -p "$bin"

refuse() {
  echo "::error title=gantry::$1"
  exit 3
}

if [[ -n "${INPUT_PACKAGE:-}" ]]; then
  [[ "$INPUT_PACKAGE" == *.tgz && -f "$INPUT_PACKAGE" ]] || refuse 'The input "package" is not the path of a package file (.tgz).'
  directory="$RUNNER_TEMP/gantry/package"
  # Once for all steps of a job that name the same package.
  if command -v sha256sum >/dev/null; then hash=(sha256sum)
  elif command -v shasum >/dev/null; then hash=(shasum -a 256)  # macOS before 15 has only this one.
  else refuse 'Neither sha256sum nor shasum is installed, and the hash of the package file cannot be computed. Install coreutils on the runner.'; fi
  sum="$("${hash[@]}" <"$INPUT_PACKAGE")"
  if [[ "$(cat "$directory/.installed" 2>/dev/null)" != "$sum" ]]; then
    rm -rf "$directory"
    mkdir -p "$directory"
    tar -xzf "$INPUT_PACKAGE" -C "$directory" --strip-components=1
    echo "$sum" >"$directory/.installed"
  fi
  program="$directory/bin/gantry.js"
else
  [[ -f "$GANTRY_ACTION_PATH/dist/main.js" ]] || refuse 'This commit of the action has no build. Make a package file with "npm pack" in a checkout, and name it with the input "package".'
  program="$GANTRY_ACTION_PATH/bin/gantry.js"
fi

printf '#!/usr/bin/env bash\nexec node %q "$@"\n' "$program" >"$bin/gantry"
chmod +x "$bin/gantry"
echo "$bin" >>"$GITHUB_PATH"
