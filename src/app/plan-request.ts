import type {LoadedResources} from '../config/load-resources.ts';
import {untrustedCheckout} from '../config/untrusted/checkout.ts';
import {identityOf} from '../core/resource/identity.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {Series} from '../engine/release/series.ts';
import {pick} from '../lib/pick.ts';
import type {Backend} from '../ports/backend.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import type {PlanRequest, Runtime} from '../ports/runtime.ts';
import type {Deps} from './deps.ts';
import type {ReadHealth} from './health-rules.ts';
import {ignoreRules} from './ignore-rules.ts';
import type {PlanSource} from './plan-source.ts';
import type {UnreadObjects} from './release/unread-objects.ts';
import type {PreviewRequest} from './release-requests.ts';
import type {LeftOut, SelectedResources} from './select-resources.ts';
import {comingWith} from './stacks/coming-with.ts';

/** All that a plan is made of, once its cluster can be asked. */
export type PlanParts = Omit<PlanSource, 'series'> &
  SelectedResources & {
    readonly request: PreviewRequest;
    /** `look`: nothing is recorded afterwards. */
    readonly use: 'record' | 'look';
    readonly deps: Deps;
    readonly backend: Backend;
    readonly series: Series;
    readonly secrets: ReadonlyMap<string, Secret>;
    readonly others: NonNullable<PlanRequest['others']>;
    readonly healthy: ReadHealth;
    readonly access: ClusterAccess;
    readonly runtime: Runtime;
    readonly unread: readonly UnreadObjects[];
  };

/** What is wanted, what is known of earlier runs, and what may be done. */
export function planRequest(parts: PlanParts): Omit<PlanRequest, 'lineage' | 'sealKey'> {
  const {request, deps, namespace, loaded, known, leftOut, names, series, order} = parts;
  return {
    stackName: `${names.project}/${names.stack}/${names.workspace}`,
    resources: loaded.resources,
    expandable: loaded.expandable,
    secrets: parts.secrets,
    ...(untrustedCheckout() === undefined ? {} : {secretsUnread: true}),
    ...(parts.others.size === 0 ? {} : {others: parts.others}),
    ...(request.along === undefined ? {} : {coming: comingWith(request.along), ...pick(request.along, 'going')}),
    order,
    prior: known.state,
    priorSpec: series.last?.spec ?? [],
    ...(loaded.own === undefined ? {} : {own: loaded.own}),
    ...(series.last?.stackAttributes === undefined ? {} : {priorOwn: series.last.stackAttributes}),
    leftOut: leftOut.state,
    interrupted: known.unsure,
    remade: new Set(series.interrupted.flatMap((run) => run.spec).map(({id}) => id)),
    origins: loaded.origins,
    ...(request.operation === 'apply' && request.letGo === undefined ? ensured(namespace, loaded, leftOut) : {}),
    ...(parts.from === undefined ? {} : {recalls: parts.from}),
    ...(parts.backend.namespace === undefined ? {} : {stateIn: parts.backend.namespace}),
    permissions: request.permissions,
    ignore: request.operation === 'destroy' || request.letGo !== undefined ? [] : ignoreRules(request, parts),
    ...pick(parts.healthy, 'health'),
    signal: deps.signal,
  };
}

/** The stack's namespace is made for what lies in it; a plan of other things does not need it. */
function ensured(
  namespace: string | undefined,
  {resources}: LoadedResources,
  {count}: LeftOut,
): {readonly ensureNamespace?: string} {
  const isNeeded = count === 0 || resources.some(({attributes}) => identityOf(attributes).namespace === namespace);
  return namespace !== undefined && isNeeded ? {ensureNamespace: namespace} : {};
}
