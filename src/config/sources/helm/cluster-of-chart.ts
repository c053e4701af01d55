import type {LockedCluster} from '../../../core/chart/locked-cluster.ts';
import {isAllowedLookUp} from '../../../kubernetes/chart/is-allowed-look-up.ts';
import type {LookUp} from '../../../ports/cluster-facts.ts';
import type {HelmCluster, LookedUp} from '../../../ports/helm.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {HelmSettings} from './helm-model.ts';
import type {HelmRelease} from './read-release.ts';

/** The inputs for the cluster that a chart sees. */
export type ClusterInputs = {
  readonly settings: Pick<HelmSettings, 'lookups'>;
  readonly release: Pick<HelmRelease, 'namespace'>;
  readonly facts: SourceFacts | undefined;
  readonly locked: LockedCluster | undefined;
  /** Answers a look-up that the source does not allow. */
  readonly onDenied: (target: LookUp) => LookedUp;
};

/**
 * Returns the cluster that a chart sees: that of the workspace, else the locked one, in which nothing exists. Undefined: neither is known,
 * so Helm uses its own list of APIs.
 */
export async function clusterOfChart({facts, locked, ...rules}: ClusterInputs): Promise<HelmCluster | undefined> {
  if (facts === undefined) return locked && {...locked, lookUp: async () => NOTHING};
  const [version, apis] = await Promise.all([facts.version(), facts.apis()]);
  return {version, apis, lookUp: (target) => lookUp(target, facts, rules)};
}

/** The answer to a look-up of an object that does not exist. */
export const NOTHING: LookedUp = {object: undefined};

type Rules = Pick<ClusterInputs, 'settings' | 'release' | 'onDenied'>;

async function lookUp(target: LookUp, facts: SourceFacts, {settings, release, onDenied}: Rules): Promise<LookedUp> {
  // A template of a stranger must not print what only the workspace's credentials can read.
  if (untrustedCheckout() !== undefined) return NOTHING;
  const {lookups = []} = settings;
  if (isAllowedLookUp(target, {lookups, namespace: release.namespace})) return {object: await facts.lookUp(target)};
  return onDenied(target);
}
