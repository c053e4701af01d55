type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that git and its helpers need to fetch a base as the user would: keys, proxies, certificates. */
const FOR_FETCHING =
  /^(?:PATH|HOME|USER|LOGNAME|XDG_CONFIG_HOME|SSH_AUTH_SOCK|SSL_CERT_(?:FILE|DIR)|GIT_.*|https?_proxy|no_proxy|all_proxy|TMPDIR)$/i;
const ALWAYS = /^(?:TMPDIR|TEMP|TMP|SystemRoot|LANG|LC_ALL)$/i;

/** An address without a server, so that a request which must stay on this machine fails at once. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * Returns the environment of kustomize. Without `remote` it contains no git and no network, so that an unrecognized remote base
 * is an error and not a download.
 */
export function kustomizeEnvironment(
  env: Environment,
  {remote}: {readonly remote: boolean},
): Readonly<Record<string, string>> {
  const wanted = (name: string): boolean => ALWAYS.test(name) || (remote && FOR_FETCHING.test(name));
  const own = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && wanted(entry[0]),
  );
  const blocked = {PATH: '', HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: ''};
  const asked = {GIT_TERMINAL_PROMPT: '0'};
  // KUBERC=off: a user's kubectl aliases and defaults would change the output.
  return {KUBERC: 'off', ...(remote ? asked : blocked), ...Object.fromEntries(own)};
}
