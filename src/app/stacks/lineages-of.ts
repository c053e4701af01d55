import {mapLimited} from '../../engine/limit-concurrency.ts';
import {readLineage} from '../../engine/release/read-head.ts';
import type {Deps} from '../deps.ts';
import {locateHistory} from '../release/locate-history.ts';
import {depsFor} from './deps-for.ts';
import type {SelectedStack} from './selection.ts';

/** The number of index entries that are read at once. */
const AT_ONCE = 16;

/** Returns the lineages of the stacks that have releases. A stack that cannot be read has none here; its own run reports why. */
export async function lineagesOf(stacks: readonly SelectedStack[], deps: Deps): Promise<readonly string[]> {
  const silent: Deps = {...deps, onEvent: () => undefined};
  const found = await mapLimited(stacks, AT_ONCE, (stack) => lineageOf(stack, silent));
  return found.filter((lineage) => lineage !== undefined);
}

async function lineageOf(stack: SelectedStack, deps: Deps): Promise<string | undefined> {
  try {
    const own = depsFor(stack, deps);
    const {names} = await locateHistory(stack.request, own);
    return await readLineage(await own.backend(), names);
  } catch {
    return undefined;
  }
}
