import {verifyHistory} from '../../../src/app/release/verify-history.ts';
import {changedExternals} from '../../../src/app/shared/verify-externals.ts';
import {checkPin} from '../../../src/app/workspace/pin.ts';
import {parseWorkspaceText} from '../../../src/config/workspace-file.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import type {HistoryNames} from '../../../src/core/release/history-names.ts';
import {lineageOfKey, parseIndexKey, parseReleaseKey, parseSealedKey} from '../../../src/core/release/keys.ts';
import {RESTORES_KEY} from '../../../src/core/release/restores.ts';
import {hmacKey} from '../../../src/engine/release/hmac-key.ts';
import {readLock} from '../../../src/engine/release/lock-record.ts';
import {openHistory, readRelease} from '../../../src/engine/release/release-history.ts';
import {readRestores} from '../../../src/engine/release/restores.ts';
import {readLiterals} from '../../../src/engine/sealing/sealed-literals.ts';
import {terraformStates} from '../../../src/engine/sealing/sealed-terraform.ts';
import {externalResources} from '../../../src/engine/shared/external-resources.ts';
import {canonicalJson} from '../../../src/lib/canonical-json.ts';
import {sha256} from '../../../src/lib/sha256.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import {wayTo} from '../../unit/app/workspace/rig.ts';
import {NAMES} from '../releases.ts';
import {stoppedClock} from '../stopped-clock.ts';
import {API, CHOSEN, clusterOf, JOBS, LIVE, WORKSPACE} from './filled-backend.ts';

/** The result of a use: a value, or an error of the contract. All other errors are crashes. */
export type Told = {readonly value: string} | {readonly error: GantryError};

/** A machine with a backend. The functions below read documents as the commands do. */
export type Machine = {
  readonly backend: Backend;
  readonly home: string;
  /** The lineages of the stacks. */
  readonly lineages: ReadonlyMap<string, HistoryNames>;
};

export const STACKS: readonly HistoryNames[] = [NAMES, API, JOBS];

/** The history as each plan reads it, and the Terraform state that a plan continues. */
async function history({backend}: Machine, names: HistoryNames): Promise<unknown> {
  const {lineage, last, pending} = await openHistory({backend, ...names});
  const hasState = last?.terraformState !== undefined && lineage !== undefined;
  const state = hasState ? await (await terraformStates(backend)).read(lineage) : undefined;
  return {lineage, last, pending, state: state?.text};
}

type Use = (machine: Machine, key: string) => Promise<unknown>;

const ofLineage: Use = async (machine, key) => {
  const names = machine.lineages.get(lineageOfKey(key) ?? key.split('/')[1] ?? '');
  if (names === undefined) throw new Error(`no stack leads to ${key}`);
  return history(machine, names);
};

/** `release show`, `release diff` and a rollback read one release with its sealed values. */
const ofRelease: Use = async (machine, key) => {
  const {backend} = machine;
  const lineage = lineageOfKey(key) ?? '';
  const sealed = parseSealedKey(key);
  if (sealed !== undefined) {
    const [revision = 0, epoch = 0] = sealed.run.split('-').map(Number);
    return [...(await readLiterals(backend, {lineage, revision, epoch}))];
  }
  if (parseReleaseKey(key) !== undefined)
    return [await readRelease(backend, lineage, {key}), await ofLineage(machine, key)];
  if (!key.endsWith('/pruned.json')) return ofLineage(machine, key);
  const {isWhole, faults} = await verifyHistory(machine.lineages.get(lineage) ?? NAMES, {
    backend: async () => backend,
    signal: new AbortController().signal,
  });
  // The command ends with exit code 5, and names the documents.
  if (!isWhole)
    throw new GantryError({code: 'release/untrusted', key: `${key} ${canonicalJson(faults)}`, problem: 'gone'});
  return 'whole';
};

const ofPin: Use = async ({backend, home}) => {
  const {mac: _, ...pin} = await checkPin({
    chosen: CHOSEN,
    found: clusterOf(LIVE.cluster),
    access: wayTo('https://c', 'ca'),
    backend,
    home,
    clock: stoppedClock(),
    onEvent: () => undefined,
  });
  return pin;
};

/** Each plan that uses external resources compares them with the live objects. */
const ofExternal: Use = async ({backend}) => {
  const registered = await externalResources(WORKSPACE, backend);
  const objects = registered.flatMap((one) => (one.type === 'Kubernetes' ? [{id: one.id, object: one.object}] : []));
  const lookUp = async () => ({metadata: {uid: LIVE.external}});
  const resources = await changedExternals(objects, {lookUp});
  if (resources.length > 0) throw new GantryError({code: 'shared/external-changed', workspace: WORKSPACE, resources});
  return registered;
};

const USES: Readonly<Record<string, Use>> = {
  keys: async ({backend}, key) => (key === RESTORES_KEY ? readRestores(backend) : (await hmacKey(backend)).reveal()),
  index: (machine, key) => history(machine, parseIndexKey(key) ?? NAMES),
  releases: ofRelease,
  terraform: ofLineage,
  pins: ofPin,
  shared: ofExternal,
  workspaces: async ({backend}, key) =>
    parseWorkspaceText(new TextDecoder().decode((await backend.get(key))?.value), key).workspace,
  locks: ({backend}, key) => readLock(backend, lineageOfKey(key) ?? ''),
};

/** Returns a short text unchanged, and a long one as a digest, for messages of tests. */
const shown = (text: string): string => (text.length < 200 ? text : `${text.slice(0, 60)}… ${sha256(text)}`);

/** Reads documents in the same way as the commands that need them. */
export const useDocuments = (machine: Machine, keys: readonly string[]): Promise<readonly Told[]> =>
  Promise.all(
    keys.map(async (key): Promise<Told> => {
      const use = USES[key.split('/')[0] ?? ''];
      if (use === undefined) throw new Error(`nothing uses ${key}`);
      try {
        return {value: shown(canonicalJson((await use(machine, key)) ?? null))};
      } catch (error) {
        if (error instanceof GantryError) return {error};
        throw new Error(`a crash at ${key}`, {cause: error});
      }
    }),
  );
