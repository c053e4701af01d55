import type {StackLocation} from '../../config/find-project.ts';
import {modulePlace} from '../../config/module-place.ts';
import {recordOfModules} from '../../config/sources/fetched/locked-module.ts';
import type {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {sourcesOf} from '../../config/sources/sources-of.ts';
import {wrongInput} from '../../config/stack-search.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {type Located, partOf, withField} from '../../core/variation/located.ts';
import type {Deps} from '../deps.ts';

/** A module in a version, a range or a git ref. */
export type ModuleVersion = {readonly name: string; readonly wanted: string};

/**
 * Returns a workspace that uses a module in another version.
 * @throws GantryError `input/invalid` if the module of the workspace is not published
 */
export function withVersion(workspace: WorkspaceValues, {name, wanted}: ModuleVersion): WorkspaceValues {
  const {modules} = workspace;
  const module = modules && partOf(modules, name);
  const place = modulePlace(module?.value);
  if (modules === undefined || module === undefined || place === undefined)
    throw wrongInput(
      'module/not-published',
      `module ${name} of the workspace ${workspace.name} is a folder, which has no other versions`,
      `Write the folder of the other version: ${name}=FOLDER.`,
    );
  const git = partOf(module, 'git') ?? module;
  const other =
    'npm' in place
      ? withField(module, 'version', textAt(partOf(module, 'version') ?? module, wanted))
      : withField(module, 'git', withField(withField(git, 'commit', undefined), 'ref', textAt(git, wanted)));
  return {...workspace, modules: withField(modules, name, other)};
}

const textAt = ({place}: Located, value: string): Located => ({value, place});

/**
 * Downloads the version that a workspace wants of a module, and returns its entries for a lock file. Writes no lock file.
 * @throws GantryError `input/invalid` if it cannot be fetched
 */
export async function fetchVersion(
  location: StackLocation,
  {workspace, name}: {readonly workspace: WorkspaceValues; readonly name: string},
  deps: Pick<Deps, 'source'>,
): Promise<readonly LockedModule[]> {
  const entries: LockedModule[] = [];
  for (const {kind, entry} of sourcesOf(location, () => ({}), {workspace})) {
    const locked = (await (await deps.source(kind)).lock?.(entry, true, name)) ?? [];
    if ('candidates' in locked) throw new GantryError({code: 'input/invalid', diagnostics: locked.diagnostics});
    entries.push(...locked);
  }
  return entries;
}

/** Returns a workspace whose modules have these entries, with priority over the lock file. */
export const lockedTo = (workspace: WorkspaceValues, entries: readonly LockedModule[]): WorkspaceValues => ({
  ...workspace,
  released: [recordOfModules('', entries)],
});
