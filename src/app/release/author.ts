import {resolve} from 'node:path';
import type {Holder, SourceCommit} from '../../core/release/release.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import type {Deps} from '../deps.ts';
import type {PreparedPlan} from '../prepare-plan.ts';
import {repositoryRoot} from './find-origin.ts';

export type Author = {
  readonly by: Holder;
  readonly source?: SourceCommit;
};

type Asked = Pick<PreparedPlan, 'location' | 'source' | 'whoAmI'>;

/**
 * Who makes a release, by the cluster's own word, and of which version of the files. Only told: what cannot be found out is absent,
 * and fails nothing.
 */
export async function authorOf(
  {location, source: again, whoAmI}: Asked,
  deps: Pick<Deps, 'env' | 'command' | 'repository'>,
): Promise<Author> {
  const [account, source] = await Promise.all([
    unlessFailed(whoAmI),
    location === undefined || again !== undefined ? again : unlessFailed(() => commitAt(location.stack.dir, deps)),
  ]);
  return {
    by: {...currentHolder(deps), ...(account === undefined ? {} : {account})},
    ...(source === undefined ? {} : {source}),
  };
}

/** Outside of a repository no program is started to be told so. */
async function commitAt(directory: string, deps: Pick<Deps, 'repository'>): Promise<SourceCommit | undefined> {
  if ((await repositoryRoot(resolve(directory))) === undefined) return undefined;
  return (await deps.repository()).commit(directory);
}

async function unlessFailed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
