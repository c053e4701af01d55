import type {ObjectHealth} from '../core/readiness/health.ts';
import {kubernetesStates} from '../core/release/resource-state.ts';
import type {ReleaseHistory} from '../engine/release/release-history.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {ReleasedStack} from '../ports/operations.ts';

/** Returns how an object that the last release left is now; undefined where it left none of this id. */
export type ReleasedHealth = (id: string) => Promise<ObjectHealth | undefined>;

type Released = Pick<ReleasedStack, 'lineage' | 'secrets' | 'signal'> & {
  readonly cluster: Pick<Cluster, 'operate'>;
  readonly history: Pick<ReleaseHistory, 'last'>;
  readonly health: ReleasedStack['health'] | undefined;
};

/** Looks at single objects of the last release of a stack, by the rules of `gantry status`. */
export function releasedHealth({cluster, history, health, ...stack}: Released): ReleasedHealth {
  const whole = kubernetesStates(history.last?.state ?? []);
  return async (id) => {
    const prior = whole.filter((one) => one.id === id);
    if (prior.length === 0) return undefined;
    const rules = health === undefined ? {} : {health};
    const [found] = await cluster.operate({...stack, ...rules, prior, whole}).health();
    return found;
  };
}
