#!/usr/bin/env bash
# Puts `gantry` on the PATH of the steps that follow: a version of the npm package, or what lies beside this file.
set -euo pipefail

bin="$RUNNER_TEMP/gantry/bin"
mkdir -p "$bin"

if [[ -n "${INPUT_VERSION:-}" ]]; then
  # A version, and nothing that npm would take for a flag, an address or another package.
  if [[ ! "$INPUT_VERSION" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]]; then
    echo '::error title=gantry::The input "version" is not one, as 0.1.0 is.'
    exit 3
  fi
  npm install --prefix "$RUNNER_TEMP/gantry" --ignore-scripts --no-audit --no-fund "gantry@$INPUT_VERSION"
  program="$RUNNER_TEMP/gantry/node_modules/gantry/bin/gantry.js"
else
  # Once for all steps of a job.
  if [[ ! -f "$GANTRY_ACTION_PATH/dist/main.js" ]]; then
    (cd "$GANTRY_ACTION_PATH" && npm ci --no-audit --no-fund)
  fi
  program="$GANTRY_ACTION_PATH/bin/gantry.js"
fi

printf '#!/usr/bin/env bash\nexec node %q "$@"\n' "$program" >"$bin/gantry"
chmod +x "$bin/gantry"
echo "$bin" >>"$GITHUB_PATH"
