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

case "$INPUT_COMMENT" in true | false) ;; *) refuse 'The input "comment" is not one of true and false.' ;; esac
case "$INPUT_SETUP_NODE" in true | false) ;; *) refuse 'The input "setup-node" is not one of true and false.' ;; esac

# The files of a pull request are whoever's sent it, on pull_request_target, too: only a job that says so believes them. A variable that the
# job has set is not taken back.
case "$INPUT_UNTRUSTED" in
  auto) [[ "${GITHUB_EVENT_NAME:-}" == pull_request* ]] && export GANTRY_UNTRUSTED=1 ;;
  true) export GANTRY_UNTRUSTED=1 ;;
  false) ;;
  *) refuse 'The input "untrusted" is not one of auto, true and false.' ;;
esac

# The commit that says what the change may do. Checkouts have one commit only; git is given the credential that the checkout left to it. What
# cannot be fetched is explained by the command, which does not find it.
base="${GITHUB_BASE_REF:-}"
if [[ -n "${GANTRY_UNTRUSTED:-}" && -z "${GANTRY_BASE:-}" && -n "$base" ]] &&
  ! git rev-parse --quiet --verify "refs/remotes/origin/$base^{commit}" >/dev/null 2>&1; then
  git -c core.hooksPath=/dev/null -c core.fsmonitor=false fetch --quiet --no-tags --no-recurse-submodules --depth=1 \
    origin "+refs/heads/$base:refs/remotes/origin/$base" || true
fi

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
