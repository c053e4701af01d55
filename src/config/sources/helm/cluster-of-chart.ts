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

const NOTHING: LookedUp = {object: undefined};

type Rules = Pick<ClusterInputs, 'settings' | 'release'>;

async function lookUp(target: LookUp, facts: SourceFacts, {settings, release}: Rules): Promise<LookedUp> {
  // A template of a stranger must not print what only the workspace's credentials can read.
  if (untrustedCheckout() !== undefined) return NOTHING;
  const {lookups = []} = settings;
  if (isAllowedLookUp(target, {lookups, namespace: release.namespace})) return {object: await facts.lookUp(target)};
  return {refused: refusedSecret(target, release.namespace)};
}

function refusedSecret({namespace = '', name}: LookUp, own: string): Extract<LookedUp, {refused: unknown}>['refused'] {
  const place = namespace === '' ? 'all namespaces' : `the namespace ${namespace}`;
  if (name === undefined)
    return {
      problem: `the chart looks up a list of the Secrets in ${place}`,
      hint: 'A chart may read only Secrets that `lookups` names, not a list of them. Set a value so that the template does not need it.',
    };
  const written = namespace === own ? name : `${namespace}/${name}`;
  return {
    problem: `the chart looks up the Secret ${namespace}/${name}, and \`lookups\` does not allow it`,
    hint: `To let the chart read its values, add \`lookups: [${written}]\` to the source in stack.yaml.`,
  };
}
