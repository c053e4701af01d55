import type {OnEvent} from '../../core/event.ts';
import {type FailureCode, GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {type ClusterIdentity, describeCluster} from '../../core/workspace/cluster-identity.ts';
import {type ClusterPin, firstPin, judgePin, pinKey, readPin, trustedPin} from '../../core/workspace/cluster-pin.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {findOrigin} from '../release/find-origin.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

export type CheckPin = {
  readonly chosen: Pick<FoundWorkspace, 'name' | 'place' | 'file'>;
  readonly found: ClusterIdentity;
  readonly backend: Backend;
  readonly clock: Clock;
  /** Told where the pin cannot be kept. */
  readonly onEvent: OnEvent;
};

/**
 * Compares the cluster that was reached with the one pinned for the workspace; the first contact pins it. A preview pins
 * too: else the first apply could not tell that the kubeconfig leads elsewhere since. Who may only read looks without a pin of
 * their own, and gets no further: an apply needs a lock. Answers what is pinned now.
 * @throws GantryError 'cluster/other'
 */
export async function checkPin(check: CheckPin): Promise<ClusterPin> {
  const key = await keyOf(check.chosen);
  for (;;) {
    const {pin, version} = await storedPin(check.backend, key);
    const next = pin === undefined ? firstPin(check.chosen.name, check.found, check.clock.now()) : judged(pin, check);
    if (next === pin || (await writtenIfPossible(check, {key, pin: next, version}))) return next;
    // Another run pinned it at the same moment: judge by what it wrote.
  }
}

/** What is pinned for a workspace, if anything. */
export async function pinOf(chosen: CheckPin['chosen'], backend: Backend): Promise<ClusterPin | undefined> {
  return (await storedPin(backend, await keyOf(chosen))).pin;
}

/** Pins the cluster that was reached, whatever was pinned before. Answers what that was. */
export async function pinCluster(check: Omit<CheckPin, 'onEvent'>): Promise<ClusterIdentity | undefined> {
  const key = await keyOf(check.chosen);
  for (;;) {
    const {pin, version} = await storedPin(check.backend, key, 'damaged is fine');
    const next = trustedPin(check.chosen.name, check.found, check.clock.now());
    if (await writePin(check.backend, {key, pin: next, version})) return pin?.identities[0];
  }
}

/** A new workspace that the backend keeps under the same name may lead to another cluster. */
export async function forgetPin(name: string, backend: Backend): Promise<void> {
  const key = pinKey({name, place: 'backend', file: workspaceKey(name)});
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
}

function judged(pin: ClusterPin, {chosen, found}: CheckPin): ClusterPin {
  const verdict = judgePin(pin, found);
  if (verdict.kind === 'same') return pin;
  if (verdict.kind === 'learned') return verdict.pin;
  const [expected, reached] = [describeCluster(verdict.expected), describeCluster(found)];
  throw new GantryError({code: 'cluster/other', workspace: chosen.name, expected, found: reached});
}

async function keyOf({name, place, file}: CheckPin['chosen']): Promise<string> {
  const source = place === 'file' ? await findOrigin(file) : undefined;
  return pinKey({name, place, file, ...(source === undefined ? {} : {source})});
}

type StoredPin = {readonly pin?: ClusterPin; readonly version?: string};

async function storedPin(backend: Backend, key: string, damaged?: 'damaged is fine'): Promise<StoredPin> {
  const stored = await backend.get(key);
  if (stored === undefined) return {};
  const pin = readPin(new TextDecoder().decode(stored.value));
  if (pin !== undefined && !('newerFormat' in pin)) return {pin, version: stored.version};
  if (damaged !== undefined) return {version: stored.version};
  if (pin !== undefined) throw new GantryError({code: 'release/newer-format', key, found: pin.newerFormat});
  throw new GantryError({code: 'release/damaged', key, detail: 'it does not hold the identity of a cluster'});
}

type PinWrite = {readonly key: string; readonly pin: ClusterPin; readonly version: string | undefined};

/** Where nothing can be written, as in a home that is read-only, looking is still possible: an apply needs a lock, and says so. */
async function writtenIfPossible({backend, chosen, onEvent}: CheckPin, write: PinWrite): Promise<boolean> {
  try {
    return await writePin(backend, write);
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    const {failure} = error;
    if (FORBIDDEN.includes(failure.code)) return true;
    if (failure.code !== 'backend/io') throw error;
    const message = `the workspace ${chosen.name} is not bound to this cluster: ${failure.detail}`;
    const hint = 'Until it is bound, nobody notices when its kubeconfig leads to another cluster.';
    onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'cluster/not-bound', message, hint}});
    return true;
  }
}

const FORBIDDEN: readonly FailureCode[] = ['backend/denied', 'permission/denied'];

async function writePin(backend: Backend, {key, pin, version}: PinWrite): Promise<boolean> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(pin, undefined, 2)}\n`);
  return (await backend.put(key, bytes, version)) !== 'conflict';
}
