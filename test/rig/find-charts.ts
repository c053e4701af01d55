import {chartsBy} from '../../src/adapters/helm/charts.ts';
import {ociRegistryBy} from '../../src/adapters/oci/oci-registry.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {matchingAddress} from '../../src/core/workspace/matching-address.ts';
import type {FindLogin} from '../../src/core/workspace/server-login.ts';
import type {Charts} from '../../src/ports/charts.ts';
import type {AcceptedLogin} from './file-server.ts';
import {scratchDirectory} from './scratch.ts';

export type FoundCharts = {readonly charts: Charts; readonly home: string};

/** Finds charts with a home of their own. */
export async function findCharts(env: Readonly<Record<string, string | undefined>> = {}): Promise<FoundCharts> {
  const home = await scratchDirectory();
  const options = {env, signal: new AbortController().signal};
  return {home, charts: chartsBy({...options, home, registry: async () => ociRegistryBy(options)})};
}

/** The logins of a workspace with these credentials. */
export function loginsOf(
  credentials: Readonly<Record<string, AcceptedLogin & {readonly ca?: string; readonly tokenServer?: string}>>,
): FindLogin {
  return async (address) => {
    const prefix = matchingAddress(address, Object.keys(credentials));
    const found = prefix === undefined ? undefined : credentials[prefix];
    if (found === undefined) return undefined;
    const {username, password, ...more} = found;
    const setting = `charts.credentials["${prefix}"] of the workspace test`;
    return {...more, setting, username: new Secret(username), password: new Secret(password)};
  };
}
