import {isObject} from '../../../core/json.ts';
import {partOf} from '../../../core/variation/located.ts';
import type {OpenModule} from '../../../ports/modules.ts';
import {modulePlace, shownPlace} from '../../module-place.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {lockedModule} from '../fetched/locked-module.ts';
import type {LockedModule} from '../fetched/locked-module-model.ts';
import {readLockFile} from '../helm/chart-lock-file.ts';
import type {Built, SourceEntry} from '../source.ts';
import {type FetchTools, fetchModule} from './fetch-module.ts';
import {problemAt} from './problem-at.ts';

/** The modules to lock. */
export type LockModules = {
  /** The modules that the applications use. */
  readonly names: ReadonlySet<string>;
  readonly entry: SourceEntry;
  /** True: a locked module moves to the newest version in its range, or to the current commit of its ref. */
  readonly upgrade: boolean;
};

/** Fetches published modules, and returns their entries for the lock file. Runs no module. */
export async function lockModules(
  {names, entry, upgrade}: LockModules,
  {open, tools}: {readonly open: OpenModule; readonly tools: FetchTools},
): Promise<readonly LockedModule[] | Built> {
  const {workspace} = entry;
  const all = readLockFile(entry.place.stackDir).lock.modules ?? [];
  const entries: LockedModule[] = [];
  for (const name of [...names].toSorted()) {
    const node = workspace?.modules && partOf(workspace.modules, name);
    const place = node && modulePlace(node.value);
    if (node === undefined || place === undefined) continue;
    const problem = (text: string, hint?: string): Built => ({
      candidates: [],
      diagnostics: [
        problemAt(node, ['npm' in place ? 'npm' : 'git'], {
          message: `module ${name} (${shownPlace(place)}): ${text}`,
          hint,
        }),
      ],
    });
    if (untrustedCheckout() !== undefined) return problem('untrusted mode fetches nothing');
    const {locked} = upgrade ? {} : lockedModule(place, all);
    const fetched = await fetchModule(place, {locked, login: workspace?.login}, tools);
    if ('problem' in fetched) return problem(fetched.problem, fetched.hint);
    const opened = await open(name, fetched.directory);
    if ('problem' in opened) return problem(opened.problem, opened.hint);
    if (locked !== undefined && locked.files !== opened.integrity)
      return problem('its files in the cache differ from the locked files', `Delete ${fetched.kept}.`);
    entries.push({...fetched.entry, files: opened.integrity});
  }
  return entries;
}

/** Reports whether a workspace has a published module. */
export function hasFetchedModules({workspace}: Pick<SourceEntry, 'workspace'>): boolean {
  const modules = workspace?.modules?.value;
  return isObject(modules) && Object.values(modules).some((module) => modulePlace(module) !== undefined);
}
