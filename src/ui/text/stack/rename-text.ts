import type {RenamedProject, RenamedStack} from '../../../config/documents/rename-output.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

type Renamed = RenamedStack | RenamedProject;

/** Returns what a rename changes, one line for each stack and file. */
export function renameEffectsText({releases, left, files}: Renamed, style: Style): string {
  const lines = [
    ...byStack(releases).map((one) => `releases of ${one} get the new name`),
    ...byStack(left).map((one) => `releases of ${one} keep the old name: they were made from another git repository`),
    ...files.map((file) => `${shownFile(file, style.cwd)} is changed`),
  ];
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

const byStack = (histories: Renamed['releases']): readonly string[] =>
  [...Map.groupBy(histories, ({stack}) => stack)]
    .toSorted(([a], [b]) => compareNaturally(a, b))
    .map(
      ([stack, own]) =>
        `${stack} in ${own
          .map(({workspace}) => workspace)
          .toSorted(compareNaturally)
          .join(', ')}`,
    );

/** Returns the result of a rename. `told`: the effects were already shown with the question. */
export function renameText(renamed: Renamed, style: Style, {told}: {readonly told: boolean}): string {
  if (renamed.outcome === 'declined') return 'Nothing was changed.\n';
  const {to, releases} = renamed;
  const what = 'stack' in renamed ? `stack ${renamed.project}/${renamed.stack}` : `project ${renamed.project}`;
  const along = releases.length === 0 ? '' : `, with ${count(releases.length, 'release history', 'release histories')}`;
  return [
    printable(`The ${what} was renamed to ${to}${along}.`).concat('\n'),
    told ? '' : renameEffectsText(renamed, style),
    style.paint.dim('Commit the changed files. Do not apply a checkout with the old name: it finds no releases.'),
    '\n',
  ].join('');
}
