import {shownPath} from '../../../config/read-text.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {historyText} from '../../../core/release/history-names.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {PlannedHistory} from './plan-histories.ts';
import type {SortedFiles} from './taken-files.ts';
import type {TakenWorkspaces} from './taken-workspaces.ts';
import type {HistoryState} from './write-history.ts';

/** A release history to write, and its state in the backend. */
export type JudgedHistory = {readonly planned: PlannedHistory; readonly state: HistoryState};

/**
 * Refuses an import if other content already exists at a target.
 * @throws GantryError `input/invalid` that names all of it.
 */
export function refuseInTheWay(
  {different}: SortedFiles,
  {stored}: TakenWorkspaces,
  judged: readonly JudgedHistory[],
  {name}: Backend,
): void {
  const workspaces = stored.filter(({state}) => state === 'different').map((one) => one.name);
  const foreign = judged.filter(({state}) => state.kind === 'foreign').map(({planned}) => historyText(planned));
  const diagnostics = [
    ...problem(
      different.map(shownPath),
      (files) => `these files already exist with other content: ${files}`,
      'Choose another directory with --out DIR, or remove them. If an earlier import wrote manifests, pass --as manifests.',
    ),
    ...problem(
      workspaces,
      (names) => `the backend ${name} already has other workspaces named ${names}`,
      'Keep them with --workspaces none, or write the new ones into the projects with --workspaces project.',
    ),
    ...problem(
      foreign,
      (names) => `the backend ${name} has releases of ${names} that did not come from Kusion`,
      'Two release histories cannot be merged: import into another backend, or leave out these files of Kusion.',
    ),
  ];
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
}

const problem = (names: readonly string[], message: (names: string) => string, hint: string): readonly Diagnostic[] =>
  names.length === 0
    ? []
    : [
        {
          severity: 'error',
          code: 'import/in-the-way',
          message: `nothing was written: ${message(names.join(', '))}`,
          hint,
        },
      ];
