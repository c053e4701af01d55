import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import type {Backend} from '../../ports/backend.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';

type Here = {readonly names: HistoryNames; readonly backend: Pick<Backend, 'name'>};

/**
 * Warns about objects that this stack created in releases which this backend does not have: usually the wrong backend is in use. Adopting
 * them would create two records of one stack.
 */
export function elsewhereNote(changes: readonly PlannedChange[], {names, backend}: Here): readonly Diagnostic[] {
  const name = historyText(names);
  const theirs = changes.filter(({heldBy}) => heldBy === name).length;
  if (theirs === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'release/elsewhere',
      message: `${theirs === 1 ? '1 object belongs' : `${theirs} objects belong`} to releases of ${name} that ${backend.name} does not have: is this the right backend?`,
      hint: 'Name the backend that has them (--backend, GANTRY_BACKEND, "backend:" in project.yaml, "gantry config set backend"). If the stack was renamed, use its new name: "gantry release list --all-stacks". If that backend is lost, run "gantry release rebuild".',
    },
  ];
}
