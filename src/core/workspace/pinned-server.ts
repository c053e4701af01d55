import {sameServer} from './same-server.ts';

/** An address of a cluster, and what proved at the TLS level that the server there is the cluster's. */
export type PinnedServer = {
  readonly server: string;
  /** SHA-256 of the public keys of the cluster's own certificate authorities. Absent: the machine's authorities vouch for the address. */
  readonly ca?: readonly string[] | undefined;
  /** SHA-256 of the server's own public key; kept where no authority of the cluster is known. */
  readonly keys?: readonly string[];
  /** The certificate is not verified. */
  readonly insecure?: true;
};

/** What a pin knows of servers. A pin of Gantry 0.1 knows the addresses of its identities only. */
export type PinnedServers = {
  readonly servers?: readonly PinnedServer[];
  readonly identities: readonly {readonly server: string}[];
};

/** The comparison of a server's address and CA with a pin, before anything is sent to it. */
export type ServerVerdict =
  | {readonly kind: 'known'}
  /** At an address that the pin has without a CA or a key. */
  | {readonly kind: 'incomplete'}
  /** Another address, and the same CA. */
  | {readonly kind: 'moved'}
  /** A known address, and another CA, which a kubeconfig of the user's own names. */
  | {readonly kind: 'renewed'}
  /** Another address, for which no CA of the cluster vouches: the server has to have one of these keys. */
  | {readonly kind: 'by-key'; readonly keys: readonly string[]}
  | {readonly kind: 'other'; readonly expected: PinnedServer};

/**
 * Decides before anything is sent whether a server can be that of the pinned cluster.
 * @param isOwn the kubeconfig is the user's own: nobody else wrote the CA into it
 */
export function judgeServer(pin: PinnedServers, seen: PinnedServer, isOwn: boolean): ServerVerdict {
  const known = pin.servers ?? [];
  const here = known.find(({server}) => sameServer(server, seen.server));
  if (here !== undefined) {
    if (vouchesFor(here, seen)) return {kind: 'known'};
    // Also the user's own kubeconfig: it may be a stranger's advice, and a CA that nobody checks is no renewed one.
    if (seen.insecure === true) return {kind: 'other', expected: here};
    return isOwn ? {kind: 'renewed'} : {kind: 'other', expected: here};
  }
  const recorded = pin.identities.some(({server}) => sameServer(server, seen.server));
  if (pin.servers === undefined && recorded) return {kind: 'incomplete'};
  const expected = known[0] ?? {server: pin.identities[0]?.server ?? ''};
  if (seen.ca !== undefined) {
    const moved = known.some(({ca}) => ca !== undefined && isPart(seen.ca, ca));
    return moved ? {kind: 'moved'} : {kind: 'other', expected};
  }
  const keys = known.flatMap((one) => one.keys ?? []);
  return keys.length === 0 ? {kind: 'other', expected} : {kind: 'by-key', keys};
}

/** At one address. A public authority vouches for the address by itself; an authority of the cluster has to be a pinned one. */
function vouchesFor(pinned: PinnedServer, seen: PinnedServer): boolean {
  if (pinned.ca !== undefined) return seen.ca !== undefined && isPart(seen.ca, pinned.ca);
  return seen.ca === undefined && (pinned.insecure === true || seen.insecure !== true);
}

/** Of a bundle with one authority that is not pinned, any server could have its certificate of that one. */
const isPart = (seen: readonly string[] | undefined, pinned: readonly string[]): boolean =>
  seen !== undefined && seen.length > 0 && seen.every((one) => pinned.includes(one));

/** The servers of a pin, with one that was found to be the cluster's. */
export const withServer = (
  {servers = []}: Pick<PinnedServers, 'servers'>,
  seen: PinnedServer,
): readonly PinnedServer[] => [...servers.filter(({server}) => !sameServer(server, seen.server)), seen];

/** For messages: `https://10.0.0.1:6443 (CA sha256:1f0c…)`. */
export function describeServer({server, ca, keys, insecure}: PinnedServer): string {
  const [what, [first] = []] = ca === undefined ? ['key', keys] : ['CA', ca];
  if (first !== undefined) return `${server} (${what} sha256:${first.slice(0, 16)})`;
  return insecure === true ? `${server} (its certificate is not verified)` : server;
}

/** Whether it has the form in which a pin stores a server. */
export function isPinnedServer(value: unknown): value is PinnedServer {
  if (typeof value !== 'object' || value === null) return false;
  const {server, ca, keys, insecure} = value as Record<string, unknown>;
  return typeof server === 'string' && [ca, keys].every(isTexts) && (insecure === undefined || insecure === true);
}

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
