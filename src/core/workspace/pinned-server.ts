import {sameServer} from './same-server.ts';

/** An address of a cluster, with the keys that identify its server in TLS. */
export type PinnedServer = {
  readonly server: string;
  /** SHA-256 of the public keys of the cluster's own CAs. Absent: the CAs of the machine verify the address. */
  readonly ca?: readonly string[] | undefined;
  /** SHA-256 of the server's own public key, if no CA of the cluster is known. */
  readonly keys?: readonly string[];
  /** True if the certificate is not verified. */
  readonly insecure?: true;
};

/** The servers of a pin. A pin of Gantry 0.1 has only the addresses of its identities. */
export type PinnedServers = {
  readonly servers?: readonly PinnedServer[];
  readonly identities: readonly {readonly server: string}[];
};

/** The comparison of a server's address and CA with a pin, before anything is sent to it. */
export type ServerVerdict =
  | {readonly kind: 'known'}
  /** The pin has the address without a CA or a key. */
  | {readonly kind: 'incomplete'}
  /** A new address with the same CA. */
  | {readonly kind: 'moved'}
  /** A known address with a new CA from the user's own kubeconfig. */
  | {readonly kind: 'renewed'}
  /** A new address without a CA of the cluster. The server must have one of these keys. */
  | {readonly kind: 'by-key'; readonly keys: readonly string[]}
  | {readonly kind: 'other'; readonly expected: PinnedServer};

/**
 * Decides whether a server can be that of the pinned cluster, before anything is sent.
 * @param isOwn true for the user's own kubeconfig, whose CA nobody else wrote
 */
export function judgeServer(pin: PinnedServers, seen: PinnedServer, isOwn: boolean): ServerVerdict {
  const known = pin.servers ?? [];
  const here = known.find(({server}) => sameServer(server, seen.server));
  if (here !== undefined) {
    if (vouchesFor(here, seen)) return {kind: 'known'};
    // This also holds for the user's own kubeconfig, which may follow wrong advice: an unverified CA is not a renewed one.
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

/** Reports whether a server is verified at its address: by a public CA, or by a pinned CA of the cluster. */
function vouchesFor(pinned: PinnedServer, seen: PinnedServer): boolean {
  if (pinned.ca !== undefined) return seen.ca !== undefined && isPart(seen.ca, pinned.ca);
  return seen.ca === undefined && (pinned.insecure === true || seen.insecure !== true);
}

/** Reports whether all CAs of a bundle are pinned. An unpinned CA could have signed the certificate of any server. */
const isPart = (seen: readonly string[] | undefined, pinned: readonly string[]): boolean =>
  seen !== undefined && seen.length > 0 && seen.every((one) => pinned.includes(one));

/** Adds a verified server to the servers of a pin. */
export const withServer = (
  {servers = []}: Pick<PinnedServers, 'servers'>,
  seen: PinnedServer,
): readonly PinnedServer[] => [...servers.filter(({server}) => !sameServer(server, seen.server)), seen];

/** Returns a server for messages: `https://10.0.0.1:6443 (CA sha256:1f0c…)`. */
export function describeServer({server, ca, keys, insecure}: PinnedServer): string {
  const [what, [first] = []] = ca === undefined ? ['key', keys] : ['CA', ca];
  if (first !== undefined) return `${server} (${what} sha256:${first.slice(0, 16)})`;
  return insecure === true ? `${server} (its certificate is not verified)` : server;
}

/** Reports whether a value has the form of a server in a pin. */
export function isPinnedServer(value: unknown): value is PinnedServer {
  if (typeof value !== 'object' || value === null) return false;
  const {server, ca, keys, insecure} = value as Record<string, unknown>;
  return typeof server === 'string' && [ca, keys].every(isTexts) && (insecure === undefined || insecure === true);
}

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
