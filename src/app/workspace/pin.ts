import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {OnEvent} from '../../core/event.ts';
import {type FailureCode, GantryError} from '../../core/failure/failure.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {type ClusterIdentity, describeCluster} from '../../core/workspace/cluster-identity.ts';
import {type ClusterPin, firstPin, judgePin, ofCluster, trustedPin} from '../../core/workspace/cluster-pin.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import {keepLastPin, keyOfPin, lastPin, type PinOf} from './last-pin.ts';
import {type ChangedServers, serversWith} from './pinned-servers.ts';
import {type PinWrite, pinAt, type StoredPin, writePin} from './stored-pin.ts';

/** A found cluster to compare with the pinned one. */
export type CheckPin = {
  readonly chosen: PinOf;
  readonly found: ClusterIdentity;
  /** The connection on which it was found. */
  readonly access: ClusterAccess;
  readonly backend: Backend;
  readonly clock: Clock;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  /** Receives a warning if the pin cannot be stored, and notes about changes of it. */
  readonly onEvent: OnEvent;
};

/**
 * Compares the cluster that was reached with the one pinned for the workspace; the first contact pins it. A preview pins, too: otherwise
 * the first apply could not detect that the kubeconfig has changed since. A user with read permission only continues without a pin; an
 * apply needs a lock and fails. Returns the pin.
 * @throws GantryError 'cluster/other'
 */
export async function checkPin(check: CheckPin): Promise<ClusterPin> {
  const {chosen, backend, home, onEvent} = check;
  const key = await keyOfPin(chosen);
  const last = await lastPin(chosen, backend, home);
  if (last !== undefined) judged(last, check);
  for (;;) {
    const {pin, version} = await pinAt(backend, key);
    refuseUnsigned(pin, last, key);
    const same = pin === undefined ? firstPin(chosen.name, check.found, check.clock.now()) : judged(pin, check);
    // An untrusted change must not pin a cluster.
    if (untrustedCheckout() !== undefined) return same;
    const {next, says} = await withServers(same, ofCluster(pin), check);
    const isKept = next === pin && pin.mac !== undefined;
    const written = isKept ? undefined : await writtenIfPossible(check, {key, pin: next, version});
    // Another run pinned it at the same moment: compare with its pin.
    if (written === 'conflict') continue;
    if (written !== undefined && says !== undefined) onEvent({type: 'diagnostic', diagnostic: says});
    await keepLastPin(chosen, backend, {home, pin: written ?? next});
    return written ?? next;
  }
}

/** Refuses an unsigned pin after a signed one: otherwise a person who can write the backend, but not read its key, could replace it. */
function refuseUnsigned(pin: ClusterPin | undefined, last: ClusterPin | undefined, key: string): void {
  if (pin !== undefined && pin.mac === undefined && last?.mac !== undefined) throw untrusted(key, 'no-mac');
}

async function withServers(same: ClusterPin, pin: ClusterPin | undefined, check: CheckPin): Promise<ChangedPin> {
  const changed = await serversWith(pin, check);
  if (changed === undefined) return {next: same, ...withoutMac(pin, check)};
  const {servers, says = withoutMac(pin, check).says} = changed;
  return {next: {...same, servers}, says};
}

/** Returns the note that a pin of an earlier version receives its MAC now. */
function withoutMac(pin: ClusterPin | undefined, {chosen: {name}, backend}: CheckPin): Pick<ChangedServers, 'says'> {
  if (pin === undefined || pin.mac !== undefined || backend.isPrivate === true) return {};
  const message = `the pin of the workspace ${name} now carries a MAC: changing it requires the key of the backend`;
  return {says: {severity: 'note', code: 'cluster/pin-completed', message}};
}

type ChangedPin = Pick<ChangedServers, 'says'> & {readonly next: ClusterPin};

/** Returns the pin of the cluster of a workspace, if there is one. */
export async function pinOf(chosen: PinOf, backend: Backend): Promise<ClusterPin | undefined> {
  return ofCluster((await pinAt(backend, await keyOfPin(chosen))).pin);
}

/** Pins the cluster that was reached, whatever was pinned before. Returns the previous identity. */
export async function pinCluster(check: Omit<CheckPin, 'onEvent'>): Promise<ClusterIdentity | undefined> {
  const {chosen, found, backend, clock, home} = check;
  const key = await keyOfPin(chosen);
  await backend.admit?.({of: 'workspace', workspace: chosen.name});
  const servers = (await serversWith(undefined, check))?.servers;
  const next = {...trustedPin(chosen.name, found, clock.now()), ...defined({servers})};
  for (;;) {
    const before = await believedAt(backend, key);
    const written = await writePin(backend, {key, pin: next, version: before.version});
    if (written === 'conflict') continue;
    await keepLastPin(chosen, backend, {home, pin: written});
    return before.pin?.identities[0];
  }
}

function judged(pin: ClusterPin, {chosen, found}: CheckPin): ClusterPin {
  const verdict = judgePin(pin, found);
  if (verdict.kind === 'same') return pin;
  if (verdict.kind === 'learned') return verdict.pin;
  const [expected, reached] = [describeCluster(verdict.expected), describeCluster(found)];
  throw new GantryError({code: 'cluster/other', workspace: chosen.name, expected, found: reached});
}

/** Reads the pin that a person is about to replace: it may be damaged or forged. */
async function believedAt(backend: Backend, key: string): Promise<StoredPin> {
  try {
    return await pinAt(backend, key);
  } catch (error) {
    if (!(error instanceof GantryError) || !REPLACEABLE.includes(error.failure.code)) throw error;
    const version = (await backend.get(key))?.version;
    return version === undefined ? {} : {version};
  }
}

const REPLACEABLE: readonly FailureCode[] = ['release/untrusted', 'release/damaged', 'release/newer-format'];

/** Writes the pin if possible. With a read-only home, reads are still possible; an apply needs a lock, and fails with a message. */
export async function writtenIfPossible(
  {backend, chosen, onEvent}: Pick<CheckPin, 'backend' | 'chosen' | 'onEvent'>,
  write: PinWrite,
): Promise<ClusterPin | 'conflict' | undefined> {
  try {
    return await writePin(backend, write);
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const {failure} = error;
    if (FORBIDDEN.includes(failure.code)) return undefined;
    if (failure.code !== 'backend/io') throw error;
    const message = `the workspace ${chosen.name} is not bound to this cluster: ${failure.detail}`;
    const hint = 'Until it is bound, Gantry cannot detect that its kubeconfig leads to another cluster.';
    onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'cluster/not-bound', message, hint}});
    return undefined;
  }
}

const FORBIDDEN: readonly FailureCode[] = ['backend/denied', 'permission/denied'];
