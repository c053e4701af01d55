import {showBackend} from '../../config/backend/show-backend.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {type Copied, copyKeys, indexedHistories} from '../../engine/backend/copy-keys.ts';
import {markMoved} from '../../engine/backend/mark-moved.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {whileLocked} from '../release/lock-histories.ts';
import {type BackendRequest, type ChosenBackend, namedBackend} from './choose-backend.ts';
import {refusePlaintextWorkspaces} from './refuse-plaintext-workspaces.ts';
import {resolveBackend} from './resolve-backend.ts';
import {type Switched, switchBackend} from './switch-backend.ts';

/** Request of `gantry backend migrate`; `confirm` is asked before anything is written. */
export type MigrateBackend = BackendRequest & {
  /** A backend in one line, or a name from the user's own configuration. */
  readonly from: string;
  readonly to: string;
  readonly lockTimeoutSeconds: number;
  /** True to also move workspaces with credentials in plain text. */
  readonly allowPlaintext?: boolean;
  /** Asks for confirmation, after the content of the move is known. */
  readonly confirm: (move: Move) => Promise<boolean>;
};

/** The content of a migration, for the confirmation. */
export type Move = {readonly from: string; readonly to: string; readonly series: readonly HistoryNames[]};

/** The answer of a migration; `switched` lists the places that named the old backend. */
export type MigrateOutcome =
  | (Move & {readonly formatVersion: 1; readonly kind: 'declined'})
  | (Move & Copied & {readonly formatVersion: 1; readonly kind: 'moved'; readonly switched: readonly Switched[]});

/**
 * Moves everything in one backend to another. It copies the keys under the locks of all release histories, reads them again, marks the old
 * backend as moved, and updates the files that name the old backend. Running it again after a crash continues the migration.
 * @throws GantryError release/locked, backend/occupied, workspace/plaintext before anything was written
 */
export async function migrateBackend(request: MigrateBackend, deps: Deps): Promise<MigrateOutcome> {
  const [source, target] = await Promise.all([
    open(request.from, 'FROM', request, deps),
    open(request.to, 'TO', request, deps),
  ]);
  if (source.backend === target.backend)
    throw new GantryError({code: 'input/usage', message: `${request.from} and ${request.to} are the same backend`});
  const [from, to] = [source.backend, target.backend];
  if ((await from.list('')).length === 0)
    throw new GantryError({
      code: 'input/usage',
      message: `${from.name} is empty: there is nothing to move`,
      hint: 'FROM is the backend in use until now: check its spelling. A new backend needs no migration.',
    });
  await refusePlaintextWorkspaces({from, to, allowed: request.allowPlaintext === true});
  const all = await indexedHistories(from);
  const elsewhere = all.find(({entry}) => entry.movedTo !== undefined && entry.movedTo !== target.shown);
  if (elsewhere?.entry.movedTo !== undefined)
    throw new GantryError({code: 'backend/moved', series: historyText(elsewhere.names), to: elsewhere.entry.movedTo});
  const here = all.filter(({entry}) => entry.movedTo === undefined).map(({names}) => names);
  const move = {from: from.name, to: to.name, series: all.map(({names}) => names)};
  if (!(await request.confirm(move))) return {formatVersion: 1, kind: 'declined', ...move};
  const copied = await moveHistories({from, to, shown: target.shown, series: here}, request, deps);
  const switched = await switchBackend({from: source.chosen, to: target.chosen, request}, deps);
  return {formatVersion: 1, kind: 'moved', ...move, ...copied, switched};
}

type Opened = {readonly backend: Backend; readonly chosen: ChosenBackend; readonly shown: string};

async function open(text: string, argument: string, request: MigrateBackend, deps: Deps): Promise<Opened> {
  const chosen = await namedBackend(text, argument, request, deps);
  const backend = await deps.openBackend(await resolveBackend(chosen, request, deps));
  return {backend, chosen, shown: showBackend(chosen.declared)};
}

type Moving = {
  readonly from: Backend;
  readonly to: Backend;
  readonly shown: string;
  readonly series: readonly HistoryNames[];
};

/**
 * Copies the backend while no run can release: each release history is locked, and the epoch of its head is increased, so that a suspended
 * run cannot write it.
 */
const moveHistories = async (
  {from, to, shown, series}: Moving,
  {lockTimeoutSeconds}: MigrateBackend,
  deps: Deps,
): Promise<Copied> =>
  whileLocked({backend: from, histories: series, lockTimeoutSeconds, deps}, async (ensureHeld) => {
    const copied = await copyKeys({from, to, signal: deps.signal});
    await ensureHeld();
    for (const names of series) {
      // The releases seen by this machine count for the new backend, too.
      const seen = await from.seen?.read(names);
      if (seen !== undefined) await to.seen?.note(names, seen);
      await markMoved(from, names, shown);
    }
    return copied;
  });
