#!/usr/bin/env bash
# One gantry command from the inputs of the action. What the inputs hold are words of the command line, whatever they are: no
# shell reads them again. Ends with 0: the exit status is an output, so that the comment is written first.
set -o pipefail

# The checkout of a job in a container belongs to another user than the one who runs the job.
export GANTRY_SAFE_DIRECTORY="${GANTRY_SAFE_DIRECTORY:-$GITHUB_WORKSPACE}"

# One for each run of the action in a job.
directory="$(mktemp -d "$RUNNER_TEMP/gantry-XXXXXXXX")"
comment="$directory/comment.md"

finish() {
  {
    echo "status=$1"
    echo "comment-file=$comment"
  } >>"$GITHUB_OUTPUT"
  exit 0
}

refuse() {
  echo "::error title=gantry::$1"
  echo 'exit-code=3' >>"$GITHUB_OUTPUT"
  finish 3
}

words=()
[[ -n "$INPUT_STACK" ]] && words+=("--stack=$INPUT_STACK")
[[ -n "$INPUT_WORKSPACE" ]] && words+=("--workspace=$INPUT_WORKSPACE")
words+=("--report=markdown=$comment")

args=()
read -r -d '' -a args <<<"$INPUT_ARGS" || true

case "$INPUT_COMMAND" in
  preview)
    [[ -n "$INPUT_PLAN_FILE" ]] && words+=("--save=$INPUT_PLAN_FILE")
    gantry preview --exit-code "${words[@]}" "${args[@]}"
    ;;
  apply)
    if [[ -n "$INPUT_PLAN_FILE" ]]; then
      # A name that begins with "-" is a file, too.
      gantry apply "${words[@]}" "${args[@]}" -- "$INPUT_PLAN_FILE"
    else
      gantry apply --yes "${words[@]}" "${args[@]}"
    fi
    ;;
  drift) gantry drift --exit-code "${words[@]}" "${args[@]}" ;;
  validate) gantry validate "${words[@]}" "${args[@]}" ;;
  *) refuse 'The input "command" is not one of preview, apply, drift and validate.' ;;
esac
code=$?

# Pending changes are an answer, and the output exit-code says so.
if [[ $code == 2 ]]; then finish 0; else finish "$code"; fi
