import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {summarize} from '../../core/plan/summary.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {RELEASE_FORMAT} from '../../core/release/release-document.ts';
import {settingsOf} from '../../core/release/release-settings.ts';
import {isKubernetesState} from '../../core/release/resource-state.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import {type ExaminedHistory, examineHistory, examineLineage} from '../../engine/release/examine-history.ts';
import type {HeldLock} from '../../engine/release/held-lock.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {pointIndex, recoverHistory} from '../../engine/release/recover-history.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {Inventory, OwnedObject} from '../../ports/inventory.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {surroundings} from '../workspace/surroundings.ts';
import {type Author, authorOf} from './author.ts';
import {chooseLineage} from './choose-lineage.ts';
import {findStackOrigin} from './find-origin.ts';
import type {LocatedHistory} from './locate-history.ts';
import {reachForRebuild} from './reach-for-rebuild.ts';
import {namesToRebuild} from './rebuild-names.ts';
import {type FromFiles, whatFilesSay} from './what-files-say.ts';

/** Request of `gantry release rebuild`. */
export type RebuildRelease = StackRequest & {
  /** The lineage, if the cluster has objects of several release histories with these names. */
  readonly lineage?: string;
  /** True to rebuild although the stored releases can be read. */
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly lockTimeoutSeconds: number;
  readonly confirm: (found: FoundHistory) => Promise<boolean>;
};

/** The objects of a stack in the cluster, and the problems of its record. */
export type FoundHistory = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  readonly record: ExaminedHistory['kind'];
  readonly problems: readonly Failure[];
  /** True if only the index entry is lost or damaged: its head and releases can be read, and stay unchanged. */
  readonly isWhole: boolean;
  readonly objects: readonly Pick<OwnedObject, 'id' | 'kind' | 'namespace' | 'name' | 'created'>[];
  /** The kinds that may not be listed: their objects of the stack stay unknown. */
  readonly unread: readonly string[];
  /** The APIs that do not answer: their objects of the stack stay unknown. */
  readonly unavailable: readonly string[];
};

/** The answer of `gantry release rebuild`; `reconnected` means that whole releases were found again. */
export type RebuildOutcome = FoundHistory & {
  readonly kind: 'dry-run' | 'declined' | 'rebuilt' | 'reconnected';
  /** The revision of the new release. */
  readonly revision?: number;
  /** The ids whose desired attributes are unknown. */
  readonly unknown: readonly string[];
};

/**
 * Makes a release from the objects in the cluster, after the record of a stack was lost or damaged, so that the next run knows its objects
 * again. Sends only reads and dry runs to the cluster.
 * @throws GantryError input/usage if the record is healthy, resource/no-runtime, release/not-found if no object has the stack's ownership
 * labels.
 */
export async function rebuildRelease(request: RebuildRelease, deps: Deps): Promise<RebuildOutcome> {
  const located = await namesToRebuild(request, deps);
  const backend = await deps.backend();
  const examined = await examineHistory(backend, located.names);
  if (examined.kind === 'healthy' && !request.force) throw healthy(located.names);
  await using reached = await reachForRebuild(request, located, deps);
  const found = await findHistory({request, located, backend, examined, inventory: reached.inventory});
  const facts = {...found.history, unknown: []};
  if (request.dryRun) return {...facts, kind: 'dry-run'};
  if (!(await request.confirm(found.history))) return {...facts, kind: 'declined'};
  deps.signal.throwIfAborted();
  if (found.history.isWhole && !request.force) {
    await pointIndex({backend, names: located.names, lineage: found.history.lineage});
    return {...facts, kind: 'reconnected'};
  }
  const release = await record({request, deps, backend, located, found, ...reached});
  return {
    ...facts,
    kind: 'rebuilt',
    revision: release.revision,
    unknown: release.rebuilt?.unknown ?? [],
  };
}

const healthy = (names: HistoryNames): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the releases of ${historyText(names)} can be read: there is nothing to rebuild`,
    hint: 'Pass --force to create a new release from the cluster anyway.',
  });

type Finding = {
  readonly request: RebuildRelease;
  readonly located: LocatedHistory;
  readonly backend: Backend;
  readonly examined: ExaminedHistory;
  readonly inventory: Inventory;
};

type Found = {
  readonly history: FoundHistory;
  readonly objects: readonly OwnedObject[];
  /** The newest readable record of the lineage. */
  readonly newest?: Release;
};

async function findHistory({request, located, backend, examined, inventory}: Finding): Promise<Found> {
  const {names} = located;
  const lineage = chooseLineage(inventory, names, {asked: request.lineage, indexed: examined.lineage});
  const {isWhole, newest} = await examineLineage(backend, lineage);
  const objects = inventory.objects.filter((one) => one.lineage === lineage);
  const history: FoundHistory = {
    formatVersion: 1,
    ...names,
    lineage,
    record: examined.kind,
    problems: examined.problems,
    isWhole: isWhole && examined.lineage !== lineage,
    objects: objects.map(({id, kind, namespace, name, created}) => ({
      id,
      kind,
      ...defined({namespace}),
      name,
      ...defined({created}),
    })),
    unread: inventory.unread,
    unavailable: inventory.unavailable,
  };
  return {history, objects, ...defined({newest})};
}

type Recording = {
  readonly request: RebuildRelease;
  readonly deps: Deps;
  readonly backend: Backend;
  readonly located: LocatedHistory;
  readonly found: Found;
  readonly cluster: Cluster;
  readonly identity: ClusterIdentity;
};

async function record(recording: Recording): Promise<Release> {
  const {request, deps, backend, located, found, cluster} = recording;
  const {lineage} = found.history;
  const location = await placeOf(request, deps);
  const [{remark, ...author}, origin, files] = await Promise.all([
    authorOf({location, whoAmI: cluster.whoAmI}, deps),
    location === undefined ? undefined : findStackOrigin(location.stack.dir),
    location === undefined ? undefined : whatFilesSay({request, lineage, names: located.names}, deps),
  ]);
  if (remark !== undefined) deps.onEvent({type: 'diagnostic', diagnostic: remark});
  await backend.signing?.require(located.names.workspace);
  const digestKey = await hmacKey(backend);
  await using lock = await recoverHistory({
    backend,
    names: located.names,
    lineage,
    ...defined({origin}),
    holder: author.by,
    clock: deps.clock,
    lockTimeoutMs: request.lockTimeoutSeconds * 1000,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
  const states = [
    ...found.objects.map((one) => files?.states.get(one.id) ?? one.state(digestKey)),
    ...outsideStates(found, files),
  ];
  const release = releaseOf(recording, {author, lock, files, states});
  await lock.finish(release);
  deps.onEvent({type: 'release-recorded', revision: release.revision, phase: release.phase});
  return release;
}

/**
 * Returns the states of resources that the cluster does not have: those of the Terraform state that equal the files, and those of the newest
 * record that can be read. A resource that both lack is still in the Terraform state, where the next plan finds it.
 */
function outsideStates({newest}: Found, files: FromFiles | undefined): Release['state'] {
  const compared = [...(files?.states.values() ?? [])].filter((state) => !isKubernetesState(state));
  const known = new Set(compared.map(({id}) => id));
  return [...compared, ...(newest?.state ?? []).filter((state) => !isKubernetesState(state) && !known.has(state.id))];
}

/** Finds the stack. Its files may be elsewhere, or be invalid. */
async function placeOf(request: RebuildRelease, deps: Deps) {
  try {
    return (await surroundings(request, deps)).location;
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

type Made = {
  readonly author: Author;
  readonly lock: HeldLock;
  readonly files: FromFiles | undefined;
  readonly states: Release['state'];
};

function releaseOf({deps, located, found, identity}: Recording, {author, lock, files, states}: Made): Release {
  const now = deps.clock.now().toISOString();
  const held = new Set(states.map(({id}) => id));
  const spec = (files?.spec ?? []).filter(({id}) => held.has(id));
  const wanted = new Set(spec.map(({id}) => id));
  return {
    formatVersion: RELEASE_FORMAT,
    ...located.names,
    lineage: lock.lineage,
    revision: lock.revision,
    epoch: lock.epoch,
    operation: 'apply',
    rebuilt: {
      unknown: states.map(({id}) => id).filter((id) => !wanted.has(id)),
      unread: [...found.history.unread, ...found.history.unavailable],
    },
    phase: 'succeeded',
    startedAt: now,
    finishedAt: now,
    ...author,
    gantryVersion: deps.gantryVersion,
    cluster: identity,
    summary: {...summarize([]), unchanged: states.length},
    spec,
    expandable: (files?.expandable ?? []).filter((id) => wanted.has(id)),
    ...(files?.settings ?? settingsOf(found.newest ?? {})),
    state: states,
  };
}
