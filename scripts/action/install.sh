#!/bin/sh
# Puts `gantry` on the PATH of the steps that follow, from one of these:
#   INPUT_PACKAGE   the path of a package file
#   INPUT_VERSION   the version of a release. INPUT_RELEASES is the URL of the directory of all releases; default: those of the repository
#                   GANTRY_REPOSITORY. INPUT_SHA256 is the checksum of the package; default: the one in SHA256SUMS of the release
#   the build beside this file; without one, the release of the version beside this file
# A package has no dependencies, so that unpacking installs it: npm is not called. The script never builds the development tree: its tools would run
# in a job that has credentials. GitHub's action runs this file, and the component for GitLab (templates/gantry.yml) contains it.
set -eu

: "${INPUT_PACKAGE:=}" "${INPUT_VERSION:=}" "${INPUT_SHA256:=}" "${INPUT_RELEASES:=${GANTRY_REPOSITORY:-}/releases/download}" "${GANTRY_ACTION_PATH:=}"
root="$RUNNER_TEMP/gantry"
bin="$root/bin"
mkdir -p "$bin"

refuse() {
  if [ -n "${GITHUB_ACTIONS:-}" ]; then echo "::error title=gantry::$1"; else echo "gantry: $1" >&2; fi
  exit 3
}

hash_of() {
  hashed="$($hash <"$1")"
  echo "${hashed%% *}"
}

is_sum() {
  case $1 in *[!0-9a-f]*) return 1 ;; esac
  [ "${#1}" -eq 64 ]
}

# download URL FILE: uses Node.js, because curl may not be installed. Writes the problem to stdout.
download() {
  NODE_USE_ENV_PROXY=1 node --no-warnings --input-type=module -e '
    import {writeFile} from "node:fs/promises";
    import {setTimeout} from "node:timers/promises";
    const [, url, file] = process.argv;
    // Each redirect of a chain must use https.
    const open = async (at, hops) => {
      const reply = await fetch(at, {redirect: "manual", signal: AbortSignal.timeout(120_000)});
      const location = reply.headers.get("location");
      if (reply.status < 300 || reply.status > 399 || location === null || hops === 0) return {reply};
      const next = new URL(location, at);
      return next.protocol === at.protocol ? open(next, hops - 1) : {left: next.origin};
    };
    for (let tried = 1; ; tried++) {
      let problem, isFinal = false;
      try {
        const {reply, left} = await open(new URL(url), 10);
        if (left !== undefined) [problem, isFinal] = [`it redirects to ${left}`, true];
        else if (reply.ok) await writeFile(file, new Uint8Array(await reply.arrayBuffer()));
        else [problem, isFinal] = [`HTTP ${reply.status}`, reply.status < 500 && reply.status !== 429];
      } catch (error) {
        problem = error.cause?.message ?? error.message;
      }
      if (problem === undefined) break;
      if (isFinal || tried === 3) {
        console.log(problem);
        process.exit(1);
      }
      await setTimeout(500 * tried);
    }
  ' "$1" "$2"
}

# Sets $package to the package file of a release, from the tool cache of the runner or from the server.
fetch_release() {
  version="${1#v}"
  name="gantry-$version.tgz"
  releases="${INPUT_RELEASES%/}"
  case $releases in
    https://?* | http://127.0.0.1:* | http://localhost:*) ;;
    *) refuse "The input \"releases\" is not a URL that begins with https://: $releases." ;;
  esac
  # The cache keeps the packages of different servers apart.
  printf '%s' "$releases" >"$root/releases"
  cache="${RUNNER_TOOL_CACHE:-$root/cache}/gantry/$version/$(hash_of "$root/releases")"
  package="$cache/$name"
  if [ -f "$package" ] && [ "$(hash_of "$package")" = "${INPUT_SHA256:-$(cat "$package.sha256" 2>/dev/null)}" ]; then return; fi
  mkdir -p "$cache"
  # Another job may fill the same cache.
  draft="$cache/.draft.$$"
  trap 'rm -f "$draft"' EXIT
  wanted="$INPUT_SHA256"
  if [ -z "$wanted" ]; then
    problem="$(download "$releases/v$version/SHA256SUMS" "$draft")" || refuse_release "$problem" SHA256SUMS
    wanted="$(while read -r sum file; do [ "$file" != "$name" ] || echo "$sum"; done <"$draft")"
    [ -n "$wanted" ] || refuse "SHA256SUMS of release v$version has no line for $name."
  fi
  problem="$(download "$releases/v$version/$name" "$draft")" || refuse_release "$problem" "$name"
  sum="$(hash_of "$draft")"
  [ "$sum" = "$wanted" ] ||
    refuse "$name from $releases/v$version has the SHA-256 $sum, not $wanted: it was changed, or its download was cut off. Nothing of it was run."
  echo "$sum" >"$draft.sha256"
  mv -f "$draft.sha256" "$package.sha256"
  mv -f "$draft" "$package"
}

refuse_release() {
  case $1 in
    'HTTP 404') refuse "$2 of version $version was not found at $releases. Name a released version, for example version: 0.1.0, or a package file." ;;
    *) refuse "$2 of version $version was not downloaded from $releases: $1." ;;
  esac
}

case $INPUT_VERSION in
  *[!0-9A-Za-z.-]* | [!v0-9]*) refuse "The input \"version\" is not a version like 0.1.0: $INPUT_VERSION." ;;
esac
[ -z "$INPUT_SHA256" ] || is_sum "$INPUT_SHA256" || refuse 'The input "sha256" does not consist of 64 lowercase hexadecimal digits.'
if command -v sha256sum >/dev/null; then hash='sha256sum'
elif command -v shasum >/dev/null; then hash='shasum -a 256' # macOS before 15 has only this one.
else refuse 'Neither sha256sum nor shasum is installed, and the hash of the package file cannot be computed. Install coreutils on the runner.'; fi

package="$INPUT_PACKAGE" program=
if [ -n "$package" ]; then
  [ -z "$INPUT_VERSION" ] || refuse 'The inputs "package" and "version" cannot be used together.'
  case $package in [!-]*.tgz) ;; *) package= ;; esac
  [ -f "$package" ] || refuse 'The input "package" is not the path of a package file (.tgz).'
  [ -z "$INPUT_SHA256" ] || [ "$(hash_of "$package")" = "$INPUT_SHA256" ] || refuse "The package file $package does not have the SHA-256 $INPUT_SHA256."
elif [ -n "$INPUT_VERSION" ]; then fetch_release "$INPUT_VERSION"
elif [ -f "$GANTRY_ACTION_PATH/dist/main.js" ]; then program="$GANTRY_ACTION_PATH/bin/gantry.js"
elif [ -z "$GANTRY_ACTION_PATH" ]; then refuse 'Name a release with "version" and "releases", or a package file with "package".'
else fetch_release "$(node -p 'require(process.argv[1]).version' "$GANTRY_ACTION_PATH/package.json")"; fi

if [ -z "$program" ]; then
  # A new directory, because an earlier job can change the files in an old one.
  directory="$(mktemp -d "$root/package.XXXXXXXX")"
  tar -xzf "$package" -C "$directory" --strip-components=1
  program="$directory/bin/gantry.js"
fi

case $program in *\'*) refuse "The path of Gantry contains a quote: $program." ;; esac
printf "#!/bin/sh\nexec node '%s' \"\$@\"\n" "$program" >"$bin/gantry"
chmod +x "$bin/gantry"
if [ -n "${GITHUB_PATH:-}" ]; then echo "$bin" >>"$GITHUB_PATH"; fi
