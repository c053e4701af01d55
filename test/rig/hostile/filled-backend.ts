import {join} from 'node:path';
import {backupBackend} from '../../../src/app/backend/backup-backend.ts';
import {rekeyBackend} from '../../../src/app/backend/rekey-backend.ts';
import {restoreBackend} from '../../../src/app/backend/restore-backend.ts';
import {pinCluster} from '../../../src/app/workspace/pin.ts';
import {seenHistories} from '../../../src/config/seen-histories.ts';
import {parseReleaseKey} from '../../../src/core/release/keys.ts';
import type {ExternalResource} from '../../../src/core/shared/external-resource.ts';
import type {ClusterIdentity} from '../../../src/core/workspace/cluster-identity.ts';
import {hmacKey} from '../../../src/engine/release/hmac-key.ts';
import {notePruned} from '../../../src/engine/release/note-pruned.ts';
import {terraformStates} from '../../../src/engine/sealing/sealed-terraform.ts';
import {findExternal, putExternal} from '../../../src/engine/shared/external-resources.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import {rig, wayTo} from '../../unit/app/workspace/rig.ts';
import {contentsOf} from '../backend-contents.ts';
import {handClock} from '../hand-clock.ts';
import {begun, ended, NAMES, resource} from '../releases.ts';
import {heldBy} from '../runs.ts';
import {scratchDirectory} from '../scratch.ts';
import {type AgeIdentity, openedBy} from '../sealed-backend.ts';
import type {Contents} from './attack.ts';

export const WORKSPACE = 'dev';
export const API = {...NAMES, stack: 'api'};
/** Its last run died before it was recorded. */
export const JOBS = {...NAMES, stack: 'jobs'};
/** The workspace as a run chooses it. */
export const CHOSEN = {name: WORKSPACE, place: 'backend', file: `workspaces/${WORKSPACE}.yaml`} as const;
export const EXTERNAL = 'v1:ConfigMap:shop:limits';

const SECRET = 'canary-61c0de77';
const IN_STATE = 'canary-5a7e0f11';

export const clusterOf = (identity: string): ClusterIdentity => ({
  server: 'https://c',
  identity,
  method: 'kube-system-uid',
  version: 'v1.34.4',
});

/** The identities of the live cluster and of the live external object. */
export const LIVE = {cluster: 'uid-2', external: 'uid-of-now'};

export type Filled = {
  /** Opens the backend like a new process. `home`: the records of a machine about what it has seen. */
  readonly open: (home?: string) => Backend;
  /** The contents of the backend after each step. The last step has the present contents. */
  readonly steps: readonly Contents[];
  readonly secrets: Readonly<Record<string, string>>;
};

/** Fills a backend with documents of all kinds, most of which change several times. */
export async function filledBackend(plain: Backend, anna: AgeIdentity, isSealed: boolean): Promise<Filled> {
  const open: Filled['open'] = (home) => ({
    ...(isSealed ? openedBy(plain, {recipients: [anna.recipient], identity: anna.key}) : {...plain}),
    ...(home === undefined ? {} : {seen: seenHistories(home, 'shared')}),
  });
  const {deps} = await rig();
  const depsOf = (backend: Backend) => ({...deps, clock: handClock(), backend: async () => backend});
  const steps: Contents[] = [];
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    steps.push(await contentsOf(plain));
  };
  const restored = async (file: string) =>
    restoreBackend(
      {file, replace: true, allowPlaintext: true, lockTimeoutSeconds: 0, confirm: async () => true},
      depsOf(open()),
    );
  const rekeyed = async () => rekeyBackend({lockTimeoutSeconds: 0, confirm: async () => true}, depsOf(open()));

  await plain.put(`workspaces/${WORKSPACE}.yaml`, Buffer.from(workspaceText('v1')), undefined);
  await step(() => apply(open(), NAMES));
  await step(() => apply(open(), API));
  await step(() => pin(open(), 'uid-1'));
  await step(() => register(open(), 'uid-of-then'));
  await step(() => apply(open(), NAMES));
  if (isSealed) await step(rekeyed);
  await step(() => pin(open(), LIVE.cluster));
  await step(() => register(open(), LIVE.external));
  await step(() => prune(open(), plain, 1));
  await step(() => apply(open(), API));
  const file = join(await scratchDirectory(), 'state.gantry-backup');
  await backupBackend({file, allowPlaintext: true}, depsOf(open()));
  await step(() => apply(open(), NAMES));
  await step(() => restored(file));
  await step(() => apply(open(), NAMES));
  if (isSealed) await step(rekeyed);
  await step(() => apply(open(), NAMES));
  await step(() => restored(file));
  await step(() => apply(open(), NAMES));
  await step(() => prune(open(), plain, 2));
  await step(() => change(plain, `workspaces/${WORKSPACE}.yaml`, workspaceText('v2')));
  if (isSealed) await step(rekeyed);
  await step(() => apply(open(), JOBS));
  await step(() => die(open(), JOBS));
  return {
    open,
    steps,
    secrets: {SECRET, IN_STATE, key: (await hmacKey(open())).reveal(), anna: anna.key},
  };
}

const workspaceText = (version: string) => `name: ${WORKSPACE}\ncontext: {kube_context: dev} # ${version}\n`;

/** One apply, from the plan to the record. In a sealed backend its Terraform state grows. */
async function apply(backend: Backend, names: typeof NAMES): Promise<void> {
  const key = await hmacKey(backend);
  await using lock = await heldBy(backend, names);
  const run = begun(lock, {...names, spec: [resource(names.stack)], state: []});
  await lock.begin(run, new Map([[`${key.reveal().slice(0, 32)}${'d'.repeat(32)}`, SECRET]]));
  if (backend.encryption !== undefined && names.stack === NAMES.stack) {
    const states = await terraformStates(backend);
    const before = await states.read(lock.lineage);
    for (const serial of [1, 2]) {
      const version = serial === 1 ? before?.version : (await states.read(lock.lineage))?.version;
      const text = JSON.stringify({formatVersion: 1, revision: lock.revision, serial, value: IN_STATE});
      await states.write(lock.lineage, text, version);
    }
  }
  await lock.finish(ended(run));
}

/** A run that is killed after its intent: its lock stays. */
async function die(backend: Backend, names: typeof NAMES): Promise<void> {
  await hmacKey(backend);
  const lock = await heldBy(backend, names);
  await lock.begin(begun(lock, {...names, spec: [resource('half')], state: []}), new Map([['e'.repeat(64), SECRET]]));
}

/** Binds the workspace to a cluster, as `gantry workspace trust` does. */
async function pin(backend: Backend, identity: string): Promise<void> {
  const home = await scratchDirectory();
  const access = wayTo('https://c', 'ca');
  await pinCluster({chosen: CHOSEN, found: clusterOf(identity), access, backend, clock: handClock(), home});
}

async function register(backend: Backend, uid: string): Promise<void> {
  const external: ExternalResource = {
    workspace: WORKSPACE,
    id: EXTERNAL,
    addedAt: '2026-01-01T00:00:00.000Z',
    addedBy: {user: 'anna', host: 'build-7'},
    type: 'Kubernetes',
    object: {apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'limits', uid},
  };
  await putExternal(external, (await findExternal(external, backend))?.version, backend);
}

/** Prunes one revision of the first stack. */
async function prune(backend: Backend, plain: Backend, revision: number): Promise<void> {
  await hmacKey(backend);
  await using lock = await heldBy(backend, NAMES);
  const keys = (await plain.list(`releases/${lock.lineage}/`)).filter(
    (key) => parseReleaseKey(key)?.revision === revision,
  );
  await notePruned(backend, lock.lineage, keys);
  for (const key of keys) await plain.delete(key, (await plain.get(key))?.version ?? '');
}

async function change(plain: Backend, key: string, text: string): Promise<void> {
  await plain.put(key, Buffer.from(text), (await plain.get(key))?.version);
}
