import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ClusterPin} from '../../core/workspace/cluster-pin.ts';
import {
  describeServer,
  judgeServer,
  type PinnedServer,
  type ServerVerdict,
  withServer,
} from '../../core/workspace/pinned-server.ts';
import {unreachable} from '../../lib/unreachable.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {PinOf} from './last-pin.ts';
import {otherServer, seenServer} from './seen-server.ts';

/** The servers of a pin after a contact that found the pinned cluster; `says`: the note to emit after it is written. */
export type ChangedServers = {readonly servers: readonly PinnedServer[]; readonly says?: Diagnostic | undefined};

type Contact = {readonly chosen: PinOf; readonly access: ClusterAccess};

/**
 * Returns the servers that a contact adds to a pin; undefined if they are known.
 * @throws GantryError 'cluster/other' if the pin was written meanwhile, and the server cannot be that of its cluster
 */
export async function serversWith(
  pin: ClusterPin | undefined,
  {chosen: {name}, access}: Contact,
): Promise<ChangedServers | undefined> {
  if (access.isTemporary === true) return undefined;
  const seen = seenServer(access);
  if (pin === undefined) return {servers: [await withKey(seen, access)]};
  const verdict = judgeServer(pin, seen, access.isOwn === true);
  if (verdict.kind === 'known') return undefined;
  if (verdict.kind === 'other') throw otherServer(name, verdict.expected, seen);
  const server = verdict.kind === 'by-key' ? {...seen, keys: verdict.keys} : await withKey(seen, access);
  return {servers: withServer(pin, server), says: noteOf(verdict.kind, {name, server, pin})};
}

/** Adds the server's key if no CA of the cluster is known, as a proof in case the address changes. */
async function withKey(seen: PinnedServer, {serverKey}: ClusterAccess): Promise<PinnedServer> {
  const key = seen.ca === undefined ? await serverKey?.() : undefined;
  return key === undefined ? seen : {...seen, keys: [key]};
}

type Noted = {readonly name: string; readonly server: PinnedServer; readonly pin: ClusterPin};

function noteOf(kind: Exclude<ServerVerdict['kind'], 'known' | 'other'>, {name, server, pin}: Noted): Diagnostic {
  const shown = describeServer(server);
  switch (kind) {
    case 'incomplete':
      return {
        severity: 'note',
        code: 'cluster/pin-completed',
        message: `the pin of the workspace ${name} now holds ${shown}`,
      };
    case 'moved':
    case 'by-key': {
      const message = `the cluster of the workspace ${name} has a new address, and passed the same proof as before: the pin now also holds ${shown}`;
      return {severity: 'warning', code: 'cluster/moved', message};
    }
    case 'renewed': {
      const before = pin.servers?.find((one) => one.server === server.server);
      const was = before === undefined ? '' : ` in place of ${describeServer(before)}`;
      const message = `the CA of the cluster of the workspace ${name} changed, but the cluster is the same: the pin now holds ${shown}${was}`;
      return {severity: 'warning', code: 'cluster/ca-renewed', message};
    }
    default:
      return unreachable(kind);
  }
}
