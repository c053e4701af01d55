type Environment = Readonly<Record<string, string | undefined>>;

/** What git and its helpers need to fetch a base as the user would: keys, proxies, certificates. */
const FOR_FETCHING =
  /^(?:PATH|HOME|USER|LOGNAME|XDG_CONFIG_HOME|SSH_AUTH_SOCK|SSL_CERT_(?:FILE|DIR)|GIT_.*|https?_proxy|no_proxy|all_proxy|TMPDIR)$/i;
const ALWAYS = /^(?:TMPDIR|TEMP|TMP|SystemRoot|LANG|LC_ALL)$/i;

/** Nobody listens on this port: what was to stay on this machine fails at once. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * The environment of kustomize. Without `remote` it finds no git and no network, so that a base which we did not recognise as a
 * remote one is an error and not a download.
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
  // KUBERC=off: kubectl's aliases and defaults of a user would make another output.
  return {KUBERC: 'off', ...(remote ? asked : blocked), ...Object.fromEntries(own)};
}
