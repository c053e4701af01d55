import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {Permissions} from '../../../../core/plan/permissions.ts';
import type {Blocked, Cascade} from '../../../../core/plan/plan.ts';
import {headKey} from '../../../../core/release/keys.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {isContainer} from '../../../../kubernetes/plan/decide-removal.ts';
import {PROTECT_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import {defined} from '../../../../lib/defined.ts';
import {once} from '../../../../lib/once.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ServedKinds} from '../client/discovery.ts';
import {lookAtApi, type UnavailableApi, unavailableText} from '../client/unavailable-api.ts';
import {type Content, contentOfCrd, contentOfNamespace, type Inside} from './container-content.ts';
import {uidOf} from './live-objects.ts';
import {type PlannedRemoval, whatGoes} from './plan-removal.ts';

/** The request to judge the deletion of Namespaces and CRDs. */
export type Containers = Pick<PlanRequest, 'lineage' | 'neighbours' | 'kubernetes'> & {
  readonly client: Pick<KubernetesClient, 'send' | 'discovery'>;
  readonly permissions: Permissions;
  readonly signal: AbortSignal;
};

/** The deletions, with what they cascade to. */
export type SettledRemovals = {
  readonly removals: readonly PlannedRemoval[];
  /** Warnings about objects of others that would be deleted, and about what could not be counted. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Examines each Namespace and CRD that would be deleted. One that contains a protected object is kept, regardless of who
 * protects the object: deleting its container must not bypass the protection. For the others the plan shows what is also
 * deleted, and how much of it belongs to others.
 */
export async function settleContainers(
  removals: readonly PlannedRemoval[],
  request: Containers,
): Promise<SettledRemovals> {
  // An object that is orphaned or retained must not be deleted with its container.
  const going = new Set(removals.filter(({change}) => change.action === 'delete').map(({live}) => uidOf(live)));
  const served = once(() => request.client.discovery.served());
  const settled = await Promise.all(
    removals.map(async (removal) => {
      const content = await contentOf(removal, served, request);
      return content === undefined
        ? {removal, others: [], unavailable: []}
        : settle(removal, without(content, request.neighbours?.deleting), going, request);
    }),
  );
  return {
    removals: settled.map(({removal}) => removal),
    diagnostics: settled.flatMap(({removal, others, unavailable}) => [
      ...warning(removal, others),
      ...unavailable.map((api) => uncounted(removal, api, removals)),
    ]),
  };
}

async function contentOf(
  removal: PlannedRemoval,
  served: () => Promise<ServedKinds>,
  {client, signal}: Containers,
): Promise<Content | undefined> {
  const {change, state, live} = removal;
  if (change.action !== 'delete' || live === undefined) return undefined;
  if (!isContainer(groupVersion(state.apiVersion).group, state.kind)) return undefined;
  return state.kind === 'Namespace'
    ? contentOfNamespace(client, {name: state.name, served: await served(), signal})
    : contentOfCrd(client, live, signal);
}

/** Removes objects that another stack of the run deletes first. */
const without = (content: Content, gone: ReadonlySet<string> = new Set()): Content => ({
  ...content,
  objects: content.objects.filter(({uid}) => !gone.has(uid)),
});

type Settled = {
  readonly removal: PlannedRemoval;
  readonly others: readonly Inside[];
  readonly unavailable: readonly UnavailableApi[];
};

function settle(
  removal: PlannedRemoval,
  content: Content,
  going: ReadonlySet<string | undefined>,
  request: Containers,
): Settled {
  const {objects, isPart, unavailable} = content;
  const {effects: _effects, blocked: _blocked, ...change} = removal.change;
  const guarded = objects.find(({isProtected}) => isProtected);
  if (guarded !== undefined) {
    const reason = `${guarded.id} is protected by ${PROTECT_ANNOTATION}, and would be deleted with it`;
    return {removal: {...removal, change: {...change, action: 'retain', reason}}, others: [], unavailable: []};
  }
  const others = objects.filter(({uid}) => !going.has(uid));
  const cascade: Cascade = {
    objects: objects.length,
    others: others.length,
    ...defined({atLeast: isPart ? true : undefined}),
  };
  const goes = whatGoes({...removal, permissions: request.permissions, takesAlong: cascade});
  const kept = stateInside(removal, content, request);
  return {
    removal: {...removal, change: {...change, ...goes, ...defined({blocked: kept})}},
    others,
    unavailable,
  };
}

/**
 * Blocks the deletion of the Namespace that stores the releases. No permission lifts this: the run could not record its
 * result, and the next one would have no release. Releases are stored in Secrets, so other kinds that could not be
 * listed do not matter.
 */
function stateInside(
  {state: {name}}: PlannedRemoval,
  {objects, hidesSecrets}: Content,
  {lineage, kubernetes}: Containers,
): Blocked | undefined {
  if (name !== kubernetes?.stateIn) return undefined;
  const isSeen = objects.some(({backendKey}) => backendKey === headKey(lineage));
  if (!isSeen && !hidesSecrets) return undefined;
  return {
    needs: 'the releases to be moved first (gantry backend migrate), or the Namespace to be kept',
    because: `the releases of this stack ${isSeen ? 'are' : 'may be'} stored in it, and would be deleted with it`,
  };
}

const MOST_NAMED = 5;

function warning({change: {id}}: PlannedRemoval, others: readonly Inside[]): readonly Diagnostic[] {
  if (others.length === 0) return [];
  const ids = others.map((one) => one.id).toSorted(compareNaturally);
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  const what = ids.length === 1 ? '1 object that is' : `${ids.length} objects that are`;
  return [
    {
      severity: 'warning',
      code: 'removal/takes-others',
      resource: id,
      message: `deleting ${id} also deletes ${what} not of this stack: ${ids.slice(0, MOST_NAMED).join(', ')}${more}`,
      hint: `Keep it with the annotation ${PROTECT_ANNOTATION}: "true".`,
    },
  ];
}

/**
 * Returns the warning for an API that does not answer: the cluster asks every API for the content of a Namespace before
 * it completes the deletion.
 */
function uncounted(
  {change: {id}, state}: PlannedRemoval,
  api: UnavailableApi,
  all: readonly PlannedRemoval[],
): Diagnostic {
  const {group, version} = groupVersion(api.apiVersion);
  const isRemoved = all.some(
    ({change, state: {kind, name}}) =>
      change.action === 'delete' && kind === 'APIService' && name === `${version}.${group}`,
  );
  const [left, then] =
    state.kind === 'Namespace'
      ? ['its objects in the Namespace', 'The cluster completes the deletion of a Namespace only when all APIs answer']
      : ['its objects', 'The CRD is deleted anyway'];
  return {
    severity: 'warning',
    code: 'removal/unavailable-api',
    resource: id,
    message: `${unavailableText(api)}: ${left} could not be counted`,
    hint: isRemoved
      ? `Its APIService is deleted by the same plan.`
      : `${then}: run "${lookAtApi(api)}", and delete that APIService if nothing will serve it again.`,
  };
}
