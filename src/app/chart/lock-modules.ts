import type {StackLocation} from '../../config/find-project.ts';
import type {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {sourcesOf} from '../../config/sources/sources-of.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {workspaceValues} from '../workspace/workspace-values.ts';

/** The modules of a stack to lock. */
export type LockModules = Pick<StackRequest, 'workspace' | 'directory'> & {
  readonly location: StackLocation;
  /** The entries in the lock file. */
  readonly before: readonly LockedModule[];
  /** True: a locked module moves to the newest version in its range, or to the current commit of its ref. */
  readonly upgrade: boolean;
};

/**
 * Returns the entries of the lock file for published modules: new entries for the workspace, and the existing entries that only other workspaces
 * use.
 * @throws GantryError `input/invalid` if a module cannot be fetched
 */
export async function lockModules(
  {location, before, upgrade, ...request}: LockModules,
  deps: Deps,
): Promise<readonly LockedModule[]> {
  const workspace = await workspaceValues(request, location, deps);
  if (workspace === undefined) return before;
  const found = new Map<string, LockedModule>();
  for (const {kind, entry} of sourcesOf(location, () => ({}), {workspace})) {
    const locked = (await (await deps.source(kind)).lock?.(entry, upgrade)) ?? [];
    if ('candidates' in locked) throw new GantryError({code: 'input/invalid', diagnostics: locked.diagnostics});
    for (const one of locked) found.set(keyOf(one), one);
  }
  const others = before.filter((one) => !found.has(keyOf(one)));
  return [...others, ...found.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Returns the key of an entry: the place of a module, and the version that a workspace wants. */
const keyOf = (one: LockedModule): string =>
  canonicalJson(
    'npm' in one ? [one.npm, one.registry ?? '', one.wanted] : ['', one.git, one.path ?? '', one.wanted ?? ''],
  );
