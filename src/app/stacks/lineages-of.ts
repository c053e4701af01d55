import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {locateHistory} from '../release/locate-history.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {depsFor} from './deps-for.ts';
import type {SelectedStack} from './selection.ts';

/** The number of index entries that are read at once. */
const AT_ONCE = 16;

/** Returns the lineages of the stacks whose workspaces use a kubeconfig. */
export type LineagesOf = (isOwn: (source: KubeconfigSource) => boolean) => Promise<readonly string[]>;

type Located = {readonly lineage: string; readonly chosen: ChosenWorkspace; readonly own: Deps};

/**
 * Returns the lineages of the stacks that have releases. Lineages of another cluster are not sent to a cluster. A stack that cannot be read is
 * left out; its own run reports why.
 */
export function lineagesOf(stacks: readonly SelectedStack[], deps: Deps): LineagesOf {
  const silent: Deps = {...deps, onEvent: () => undefined};
  const located = once(async () => {
    const found = await mapLimited(stacks, AT_ONCE, (stack) => locate(stack, silent));
    return [
      ...Map.groupBy(
        found.filter((one) => one !== undefined),
        ({chosen}) => `${chosen.place} ${chosen.file}`,
      ),
    ];
  });
  const sources = once(async () => new Map(await Promise.all((await located()).map(sourceOfFirst))));
  return async (isOwn) => {
    const byWorkspace = await located();
    const [, ...others] = byWorkspace;
    // The backend is in the cluster of the only workspace, so the kubeconfig need not be read.
    const known = others.length === 0 ? undefined : await sources();
    return byWorkspace.flatMap(([workspace, own]) => {
      const source = known?.get(workspace);
      return known === undefined || (source !== undefined && isOwn(source)) ? own.map(({lineage}) => lineage) : [];
    });
  };
}

async function locate(stack: SelectedStack, deps: Deps): Promise<Located | undefined> {
  try {
    const own = depsFor(stack, deps);
    const {names, chosen} = await locateHistory(stack.request, own);
    const lineage = await readLineage(await own.backend(), names);
    return lineage === undefined ? undefined : {lineage, chosen, own};
  } catch {
    return undefined;
  }
}

/** Returns the kubeconfig of a workspace; undefined if it cannot be used. */
async function sourceOfFirst([workspace, [first]]: [string, readonly Located[]]): Promise<
  [string, KubeconfigSource | undefined]
> {
  try {
    if (first === undefined) return [workspace, undefined];
    const {kubeconfig} = await resolveContext({chosen: first.chosen, resources: []}, first.own);
    return [workspace, kubeconfig];
  } catch {
    return [workspace, undefined];
  }
}
