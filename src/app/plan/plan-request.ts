import type {LoadedResources} from '../../config/load-resources.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {Series} from '../../engine/release/series.ts';
import type {Runtimes} from '../../engine/runtimes.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {KubernetesSettings, Neighbours, PlanRequest} from '../../ports/plan-request.ts';
import type {Deps} from '../deps.ts';
import type {UnreadObjects} from '../release/unread-objects.ts';
import {comingWith} from '../stacks/coming-with.ts';
import type {ReadHealth} from './health-rules.ts';
import {ignoreRules} from './ignore-rules.ts';
import {pick} from './pick.ts';
import type {PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';
import type {LeftOut, SelectedResources} from './select-resources.ts';

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
    readonly others: NonNullable<Neighbours['others']>;
    readonly healthy: ReadHealth;
    readonly access: ClusterAccess;
    readonly cluster: Cluster;
    readonly runtimes: Runtimes;
    readonly unread: readonly UnreadObjects[];
  };

/** What of a request the series says. */
type OfSeries = {
  readonly lineage: string;
  readonly sealKey: Secret;
  /** Ids whose objects stay, without our ownership. */
  readonly letGo: ReadonlySet<string>;
};

/** What is wanted, what is known of earlier runs, and what may be done. */
export function planRequest(parts: PlanParts, {lineage, sealKey, letGo}: OfSeries): PlanRequest {
  const {request, deps, loaded, known, leftOut, names, series, order} = parts;
  return {
    lineage,
    stackName: `${names.project}/${names.stack}/${names.workspace}`,
    wanted: {
      resources: loaded.resources,
      expandable: loaded.expandable,
      order,
      origins: loaded.origins,
      ...pick(loaded, 'own'),
    },
    prior: {
      state: known.state,
      spec: series.last?.spec ?? [],
      ...(series.last?.stackAttributes === undefined ? {} : {own: series.last.stackAttributes}),
      interrupted: known.unsure,
      remade: new Set(series.interrupted.flatMap((run) => run.spec).map(({id}) => id)),
      leftOut: leftOut.state,
      letGo,
    },
    ...(parts.from === undefined ? {} : {recalls: parts.from}),
    secrets: {
      sealKey,
      values: parts.secrets,
      ...(untrustedCheckout() === undefined ? {} : {unread: true}),
    },
    neighbours: {
      ...(parts.others.size === 0 ? {} : {others: parts.others}),
      ...(request.along === undefined ? {} : {coming: comingWith(request.along), ...pick(request.along, 'going')}),
    },
    kubernetes: kubernetesSettings(parts),
    permissions: request.permissions,
    ignore: request.operation === 'destroy' || request.letGo !== undefined ? [] : ignoreRules(request, parts),
    signal: deps.signal,
  };
}

const kubernetesSettings = ({
  request,
  namespace,
  loaded,
  leftOut,
  backend,
  healthy,
}: PlanParts): KubernetesSettings => ({
  ...(request.operation === 'apply' && request.letGo === undefined ? ensured(namespace, loaded, leftOut) : {}),
  ...(backend.namespace === undefined ? {} : {stateIn: backend.namespace}),
  ...pick(healthy, 'health'),
});

/** The stack's namespace is made for what lies in it; a plan of other things does not need it. */
function ensured(
  namespace: string | undefined,
  {resources}: LoadedResources,
  {count}: LeftOut,
): Pick<KubernetesSettings, 'ensureNamespace'> {
  const isNeeded = count === 0 || resources.some(({attributes}) => identityOf(attributes).namespace === namespace);
  return namespace !== undefined && isNeeded ? {ensureNamespace: namespace} : {};
}
