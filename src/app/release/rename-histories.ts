import type {NewName} from '../../config/stacks/renamed-text.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {indexKey} from '../../core/release/keys.ts';
import {type StackName, stackText} from '../../core/stacks/stack-name.ts';
import {type IndexedHistory, indexedHistories} from '../../engine/backend/copy-keys.ts';
import {readIndex} from '../../engine/release/read-head.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {protectionsOf} from '../protection/protections-of.ts';
import {workspacesAround} from '../workspace/surroundings.ts';
import {copyIndex} from './copy-index.ts';
import type {HistoryMove, Moves} from './history-move.ts';
import {whileLocked} from './lock-histories.ts';
import {ofRepository} from './of-repository.ts';

/** A question for the release histories that a rename changes. */
export type MovesRequest = {
  readonly backend: Backend;
  readonly newName: NewName;
  /** Reports whether a release history with these names belongs to the renamed stack or project. */
  readonly isNew: (stack: StackName) => boolean;
  /** True if the files have the new name already: its releases are theirs. */
  readonly isNamed?: boolean;
  /** A directory of the files. Absent: only the backend knows the stack. */
  readonly directory?: string | undefined;
};

/**
 * Returns the release histories that get new names, in every workspace. Those that an interrupted rename has already copied are included.
 * @throws GantryError stack/exists if the new name has other releases: two release histories cannot be merged
 */
export async function movesOf({backend, newName, isNew, isNamed, directory}: MovesRequest): Promise<Moves> {
  const all = (await indexedHistories(backend)).filter(({entry}) => entry.movedTo === undefined);
  const named = all.flatMap((history): readonly HistoryMove[] => {
    const name = newName(history.names);
    return name === undefined ? [] : [{history, to: {...history.names, ...name}}];
  });
  const found = await ofRepository(named, directory, backend);
  const there = all.filter(({names}) => isNew(names));
  if (found.moves.length > 0 || isNamed !== true) refuseOthers(found.moves, there);
  return found;
}

/** Refuses a new name with releases of its own. */
function refuseOthers(moves: readonly HistoryMove[], there: readonly IndexedHistory[]): void {
  const lineages = new Map(there.map(({names, entry}) => [historyText(names), entry.lineage]));
  const isCopied = ({history, to}: HistoryMove): boolean => lineages.get(historyText(to)) === history.entry.lineage;
  // A rename removes the old names last. New names for all remaining histories mean that an earlier rename was interrupted there.
  if (moves.length > 0 && moves.every(isCopied)) return;
  const copied = new Set(moves.filter(isCopied).map(({to}) => historyText(to)));
  const others = there.filter(({names}) => !copied.has(historyText(names)));
  const [first] = others;
  if (first !== undefined)
    throw taken(
      stackText(first.names),
      others.map(({names}) => historyText(names)),
    );
}

const taken = (name: string, series: readonly string[]): GantryError =>
  new GantryError({code: 'stack/exists', name, series});

/** A rename of release histories. */
export type Renaming = {
  readonly moves: readonly HistoryMove[];
  readonly backend: Backend;
  /** A directory of the project, whose workspaces may protect the releases. */
  readonly directory: string | undefined;
  /** The maximum wait for each lock. */
  readonly lockTimeoutSeconds: number;
};

/**
 * Gives release histories their new names while their locks are held. The index gets the new names first, then `changeFiles` changes the
 * files, and the old names are removed last. At any moment the names in the files lead to the history.
 * @throws GantryError release/locked, plan/stale, stack/exists
 */
export async function renameHistories(
  {moves, backend, directory, lockTimeoutSeconds}: Renaming,
  changeFiles: () => Promise<void>,
  deps: Deps,
): Promise<void> {
  const histories = moves.map(({history}) => history.names);
  // No workspace was chosen, and the files may be elsewhere than the command.
  const workspaces = directory === undefined ? undefined : workspacesAround({directory}, deps);
  for (const {workspace} of histories)
    for (const found of await protectionsOf(workspace, {backend, directory: workspaces}))
      backend.noteProtection?.(workspace, found);
  await whileLocked({backend, histories, lockTimeoutSeconds, deps}, async (ensureHeld) => {
    await copyAll(moves, backend);
    await changeFiles();
    await ensureHeld();
    for (const {history} of moves) await removeName(history.names, history, backend);
  });
}

/** Copies all index entries, or none: the new names must not lead to a part of the histories. */
async function copyAll(moves: readonly HistoryMove[], backend: Backend): Promise<void> {
  const copied: HistoryMove[] = [];
  for (const move of moves) {
    const outcome = await copyIndex(move.history, move.to, backend);
    copied.push(move);
    if (outcome === 'copied') continue;
    for (const {history, to} of copied) await removeName(to, history, backend);
    if (outcome === 'taken') throw taken(stackText(move.to), [historyText(move.to)]);
    const detail = `another run changed the index of ${historyText(move.history.names)}`;
    throw new GantryError({code: 'plan/stale', detail});
  }
}

/** Removes names that lead to the history. Names that lead elsewhere stay. */
async function removeName(names: HistoryNames, {entry}: IndexedHistory, backend: Backend): Promise<void> {
  const found = await readIndex(backend, names);
  if (found?.entry.lineage === entry.lineage) await backend.delete(indexKey(names), found.version);
}
