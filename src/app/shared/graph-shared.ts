import type {UsedIn} from '../../core/release/use.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {listShared} from './list-shared.ts';
import type {SharedResource} from './shared-resource.ts';

/** A stack uses a shared resource. */
export type SharedEdge = {
  /** `PROJECT/STACK`. */
  readonly user: string;
  readonly id: string;
  /** `shared/STACK`, or `external`. */
  readonly stack: string;
  readonly fields: readonly UsedIn[];
};

/** The answer of `gantry shared graph`. */
export type SharedGraph = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly resources: readonly Pick<SharedResource, 'id' | 'stack' | 'claim'>[];
  /** The stacks that use them, sorted. */
  readonly users: readonly string[];
  readonly edges: readonly SharedEdge[];
};

/** Returns which stacks use which shared resources of a workspace, from releases alone. */
export async function graphShared(request: StackRequest, deps: Deps): Promise<SharedGraph> {
  const {workspace, resources} = await listShared(request, deps);
  const edges = resources.flatMap(({id, stack, usedBy}) =>
    usedBy.map(({stack: user, fields}) => ({user, id, stack, fields})),
  );
  return {
    formatVersion: 1,
    workspace,
    resources: resources.map(({id, stack, claim}) => ({id, stack, ...defined({claim})})),
    users: [...new Set(edges.map(({user}) => user))].toSorted(compareNaturally),
    edges: edges.toSorted((a, b) => compareNaturally(a.user, b.user)),
  };
}
