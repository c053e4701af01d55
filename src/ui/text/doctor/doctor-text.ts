import type {ExaminedMachine, MachineCheck} from '../../../app/doctor/machine-check.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {
  checkRows,
  failuresOf,
  failureWords,
  hintsText,
  withError,
  workspaceDocument,
} from '../workspace/workspace-check-text.ts';

const MARKS = {passed: 'ok', missing: 'missing', warning: 'warning', failed: 'failed'} as const;

/** Formats one line per check, then the hints of the failed ones. */
export function doctorText(examined: ExaminedMachine, style: Style): string {
  const {checks, workspace} = examined;
  const own = checks.map((check) => [check.kind, check.name ?? '', MARKS[check.outcome], remarkOf(check)]);
  const ofWorkspace =
    workspace === undefined
      ? []
      : checkRows(workspace.checks).map(([label = '', name = '', mark = '', words = '']) => [
          label,
          name || workspace.name,
          mark,
          words || (label === 'cluster' ? [workspace.version, workspace.server].filter(Boolean).join(', ') : ''),
        ]);
  const rows = [...own, ...ofWorkspace];
  return `${table(['CHECK', 'OF', 'RESULT', 'REMARKS'], rows, style)}${hintsText(failuresIn(examined), style)}`;
}

function remarkOf(check: MachineCheck): string {
  const {found = ''} = check;
  if (check.outcome === 'passed') return found;
  const words = check.outcome === 'failed' ? failureWords(check.failure) : check.message;
  return found === '' ? words : `${found}: ${words}`;
}

/** Returns the failures of the machine and of the workspace. */
export const failuresIn = ({checks, workspace}: ExaminedMachine) => [
  ...checks.flatMap((check) => (check.outcome === 'failed' ? [check.failure] : [])),
  ...failuresOf(workspace?.checks ?? []),
];

/** Returns the JSON document: each failure becomes an error body. */
export const doctorDocument = ({checks, workspace, ...document}: ExaminedMachine) => ({
  ...document,
  checks: checks.map(withError),
  workspace: workspace === undefined ? undefined : workspaceDocument(workspace),
});
