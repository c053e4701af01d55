import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {movedTerraform} from '../../core/plan/moved.ts';
import type {Permissions} from '../../core/plan/permissions.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {Deps} from '../deps.ts';
import {isRestored} from '../release/is-restored.ts';
import {isSettled} from '../release/is-settled.ts';
import {pendingObjects} from '../stacks/pending-objects.ts';
import {ignoreRules} from './ignore-rules.ts';
import type {PlanInput, PlannedHistory, PlanScope, PlanValues} from './plan-input.ts';
import type {PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';

/** Makes the request for the runtimes: desired resources, state of earlier runs, and permissions. */
export function planRequest(
  {request, source, records, scope, healthy}: PlanInput,
  {lineage, digestKey, toOrphan, secrets, others, hooks}: PlannedHistory & PlanValues,
  {signal}: Pick<Deps, 'signal'>,
): PlanRequest {
  const {names, order, from, literals} = source;
  const {loaded, known, leftOut} = scope;
  const {resources, expandable, origins, own} = loaded;
  const {history} = records;
  const {sameRun} = request;
  const moved = movedTerraform({
    moves: source.location?.stack.moved ?? [],
    resources,
    states: known.state,
    earlier: source.from?.state,
  });
  return {
    lineage,
    stackName: `${names.project}/${names.stack}/${names.workspace}`,
    wanted: {
      resources,
      expandable,
      order,
      origins,
      own,
      hooks: hooks.due,
      parts: scope.parts,
      excludedParts: scope.excludedParts,
      refresh: request.refresh,
      replace: request.replace,
    },
    prior: {
      state: [...renamed(known.state, moved), ...hooks.leftovers],
      spec: renamed(history.last?.spec ?? [], moved),
      own: history.last?.stackAttributes,
      interrupted: renamed(known.unsure, moved),
      moved,
      saved: request.saved?.terraform,
      recreated: new Set(history.interrupted.flatMap((run) => run.spec).map(({id}) => id)),
      leftOut: leftOut.state,
      settledAt: isKnown(history) ? history.last?.finishedAt : undefined,
      toOrphan: new Set([...toOrphan, ...hooks.keptCrds]),
    },
    recalls: from && {...from, literals},
    secrets: {digestKey, values: secrets, unread: untrustedCheckout() === undefined ? undefined : true},
    neighbours: {others, pending: sameRun && pendingObjects(sameRun), deleting: sameRun?.deleting},
    kubernetes: {
      ensureNamespace: ensuredNamespace(request, source, scope),
      isNamespaceDeleted: source.createdNamespace === 'delete',
      deleteNamespace: deletedNamespace(request, source),
      stateIn: records.backend.namespace,
      health: healthy.health,
    },
    permissions: withLosses(request.permissions),
    ignore: isRemoval(request) ? [] : ignoreRules(request, source),
    signal,
  };
}

/** Reports whether the last release records every write of Gantry to the live objects of the stack. */
const isKnown = (history: ReleaseHistory): boolean =>
  history.last !== undefined && isSettled(history) && !isRestored(history);

const isRemoval = ({operation, orphan}: PreviewRequest): boolean => operation === 'destroy' || orphan !== undefined;

/** Returns resources of earlier runs with the ids that they have now. */
function renamed<Known extends {readonly id: string}>(
  known: readonly Known[],
  moved: ReadonlyMap<string, string>,
): readonly Known[] {
  if (moved.size === 0) return known;
  const now = new Map([...moved].map(([id, before]) => [before, id]));
  return known.map((one) => ({...one, id: now.get(one.id) ?? one.id}));
}

/** Permits the deletion of what may be lost, so that one flag is enough for it. */
const withLosses = ({allowDelete, ...permissions}: Permissions): Permissions => ({
  ...permissions,
  allowDelete: [...allowDelete, ...permissions.allowDataLoss],
});

/** Returns the stack's namespace if the plan needs it: it is created for the objects in it. */
function ensuredNamespace(
  {operation, orphan}: PreviewRequest,
  {namespace}: PlanSource,
  {loaded: {resources}, leftOut: {count}}: PlanScope,
): string | undefined {
  if (operation !== 'apply' || orphan !== undefined) return undefined;
  const isNeeded = count === 0 || resources.some(({attributes}) => identityOf(attributes).namespace === namespace);
  return isNeeded ? namespace : undefined;
}

/** Returns the stack's namespace if a destroy may delete it. */
const deletedNamespace = (
  {operation, orphan}: PreviewRequest,
  {namespace, createdNamespace}: PlanSource,
): string | undefined =>
  operation === 'destroy' && orphan === undefined && createdNamespace === 'delete' ? namespace : undefined;
