import type {HistoryNames} from '../../core/release/history-names.ts';
import type {IndexedHistory} from '../../engine/backend/copy-keys.ts';

/** A release history, and the names that it gets. */
export type HistoryMove = {readonly history: IndexedHistory; readonly to: HistoryNames};

/** The release histories to rename, and those that only have the same name. */
export type Moves = {
  readonly moves: readonly HistoryMove[];
  /** The histories that were made from another git repository. They keep their names. */
  readonly left: readonly HistoryMove[];
};

/** Returns the stack and the workspace of a release history, as a rename lists it. */
export const placeOfMove = ({history: {names}}: HistoryMove): Pick<HistoryNames, 'stack' | 'workspace'> => ({
  stack: names.stack,
  workspace: names.workspace,
});
