import {readFileSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {createServer} from 'node:net';
import {dump, load} from 'js-yaml';

type Entry = Record<string, unknown>;
export type Kubeconfig = {
  clusters: {name: string; cluster: Entry}[];
  users: {name: string; user: Entry}[];
  contexts: {name: string; context: Entry}[];
  'current-context': string;
};

/** The text of a kubeconfig, changed. */
export function changedKubeconfig(path: string, change: (config: Kubeconfig) => void): string {
  const config = load(readFileSync(path, 'utf8')) as Kubeconfig;
  change(config);
  return dump(config);
}

/** The only cluster of a kubeconfig leads elsewhere. */
export const withCluster = (path: string, cluster: Entry): string =>
  changedKubeconfig(path, ({clusters: [first]}) => Object.assign(first?.cluster ?? {}, cluster));

/** The only user of a kubeconfig signs in otherwise. */
export const withUser = (path: string, user: Entry): string =>
  changedKubeconfig(path, ({users: [first]}) => {
    if (first !== undefined) first.user = user;
  });

/** The credential of the only user. */
export const userOf = (path: string): Entry => (load(readFileSync(path, 'utf8')) as Kubeconfig).users[0]?.user ?? {};

/** What the only user of a kubeconfig must keep to himself, in every form in which it lies there. */
export function keysOf(path: string): {readonly key: string; readonly keyInClear: string} {
  const {'client-key-data': key, token} = userOf(path);
  if (typeof key !== 'string') return {key: String(token), keyInClear: ''};
  return {key: key.slice(60, 120), keyInClear: Buffer.from(key, 'base64').toString().split('\n')[1] ?? ''};
}

/** A port of this machine at which nobody listens. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The address of the only cluster. */
export const serverOf = (path: string): string =>
  String((load(readFileSync(path, 'utf8')) as Kubeconfig).clusters[0]?.cluster['server']);
