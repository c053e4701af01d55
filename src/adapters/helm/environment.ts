import {join} from 'node:path';

/** An address without a server, so that a request to another machine fails at once. */
const NOWHERE = 'http://127.0.0.1:1';

/**
 * Returns the environment of helm: nothing of the user's, whose plugins, repositories, driver and kubeconfig would change the output
 * or hold credentials. All its directories are below the directory of the run.
 */
export function helmEnvironment(directory: string): Readonly<Record<string, string>> {
  const below = (name: string): string => join(directory, name);
  return {
    HOME: below('home'),
    TMPDIR: directory,
    PATH: '',
    // Dates in templates must not depend on the machine.
    TZ: 'UTC',
    HELM_CACHE_HOME: below('cache'),
    HELM_CONFIG_HOME: below('config'),
    HELM_DATA_HOME: below('data'),
    HELM_PLUGINS: below('plugins'),
    HELM_NO_PLUGINS: '1',
    KUBECONFIG: below('kubeconfig'),
    // Below a file, so that helm writes no cache: a run asks only once.
    KUBECACHEDIR: below('kubeconfig/cache'),
    KUBERC: 'off',
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    NO_PROXY: '',
  };
}
