import {isError} from '../../../core/diagnostic/diagnostic.ts';
import type {FolderModule, ModuleFolderProblem, OpenModule} from '../../../ports/modules.ts';
import {type ModulePlace, shownPlace} from '../../module-place.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import {lockOfModule, shownLock} from '../fetched/locked-module.ts';
import type {LockedModule} from '../fetched/locked-module-model.ts';
import {readLockFile} from '../helm/chart-lock-file.ts';
import type {SourceEntry} from '../source.ts';
import {type FetchTools, fetchModule} from './fetch-module.ts';

/** The entry that uses a module, and the functions that fetch and open it. */
export type FetchedUse = {
  readonly entry: Pick<SourceEntry, 'workspace' | 'place'>;
  readonly open: OpenModule;
  readonly tools: FetchTools;
  /** Receives the entry of a module that was opened. */
  readonly onUse: (locked: LockedModule) => void;
};

/**
 * Opens a published module: the workspace must trust it, the user must have consented, and the lock file must have its digests.
 * @throws GantryError 'workspace/not-allowed' without the consent of the user
 */
export async function openFetched(
  name: string,
  place: ModulePlace,
  {entry, open, tools, onUse}: FetchedUse,
): Promise<FolderModule | ModuleFolderProblem> {
  const {workspace} = entry;
  const shown = `module ${name} (${shownPlace(place)})`;
  if (untrustedCheckout() !== undefined) return {problem: `${shown}: untrusted mode fetches and runs no module`};
  if (workspace?.trustedModules?.includes(name) !== true)
    return {
      problem: `${shown} is a program from outside of the project, and the workspace ${workspace?.name ?? ''} does not trust it`,
      hint: `Review it, then add it to the workspace: trust: {modules: [${[...(workspace?.trustedModules ?? []), name].join(', ')}]}.`,
    };
  if (workspace.consent === undefined) return {problem: `${shown}: this command does not run published modules`};
  await workspace.consent();
  const {lock, diagnostics} = readLockFile(entry.place.stackDir);
  const wrong = diagnostics.find(isError);
  if (wrong !== undefined) return {problem: `charts.lock.yaml cannot be used: ${wrong.message}`};
  const {locked, stale} = lockOfModule(place, {workspace, lock});
  if (locked === undefined) return notLocked(shown, stale);
  const fetched = await fetchModule(place, {locked, login: workspace.login}, tools);
  if ('problem' in fetched) return {...fetched, problem: `${shown}: ${fetched.problem}`};
  const opened = await open(name, fetched.directory);
  if ('problem' in opened) return opened;
  if (opened.integrity !== locked.files)
    return {
      problem: `${shown}: its files have the digest ${opened.integrity}, but charts.lock.yaml has ${locked.files}`,
      hint: `Something changed the files in the cache, or the lock file. Delete ${fetched.kept}, and run the command again.`,
    };
  onUse(locked);
  return opened;
}

const notLocked = (shown: string, stale: LockedModule | undefined): ModuleFolderProblem => ({
  problem:
    stale === undefined
      ? `${shown} is not locked: charts.lock.yaml has no digest of it`
      : `the lock of ${shown} no longer applies: charts.lock.yaml has ${shownLock(stale)}`,
  hint: 'Run "gantry chart lock" with the same workspace, and commit the file.',
});
