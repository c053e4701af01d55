import type {Renaming} from '../../../app/workspace/rename-workspace.ts';
import type {ShownChange, UpdatedWorkspace, WorkspaceUpdate} from '../../../app/workspace/update-workspace.ts';
import type {RenamedWorkspace} from '../../../config/documents/workspace-output.ts';
import type {Json} from '../../../core/json.ts';
import {MASK} from '../../../core/workspace/mask.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** A line for each value: `~ context.AWS_REGION: eu → us`. */
export function changesText({name, changes, leadsElsewhere}: WorkspaceUpdate, style: Style): string {
  const lines = changes.map((change) => changeLine(change, style));
  const head = lines.length === 0 ? `${printable(name)}: comments and their like differ, no value does\n` : '';
  const pin = leadsElsewhere
    ? `It says otherwise where its cluster is. If that is another cluster than before, bind it: "gantry workspace trust ${name}".\n`
    : '';
  return `${head}${lines.join('')}${style.paint.dim(printable(pin.trimEnd())).concat(pin === '' ? '' : '\n')}`;
}

function changeLine({path, before, after}: ShownChange, {paint}: Style): string {
  const name = printable(path);
  if (before === undefined) return `${paint.good('+')} ${name}: ${valueText(after)}\n`;
  if (after === undefined) return `${paint.bad('-')} ${name}: ${valueText(before)}\n`;
  // Two secrets look alike: that they are not is the point of the line.
  const isMasked = before === MASK && after === MASK;
  return `${paint.warn('~')} ${name}: ${isMasked ? `${MASK} (another value)` : `${valueText(before)} → ${valueText(after)}`}\n`;
}

const valueText = (value: Json | undefined): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** `told`: what changes was shown with the question. */
export function updatedText(updated: UpdatedWorkspace, style: Style, {told}: {readonly told: boolean}): string {
  if (updated.outcome === 'declined') return 'Nothing was changed.\n';
  const name = printable(updated.name);
  if (updated.outcome === 'unchanged') return `The workspace ${name} says that already; nothing was changed.\n`;
  return `The workspace ${name} is changed.\n${told ? '' : changesText(updated, style)}`;
}

/** What goes along with a new name. */
export function renamingText({name, to, series, left, rewritten, files, shadowedBy}: Renaming, style: Style): string {
  const lines = [
    ...series.map((stack) => `releases of ${stack} go along`),
    ...left.map((stack) => `releases of ${stack} stay: they are of a project's own file ${name}`),
    ...rewritten.map((other) => `${other} names it, and will name ${to}`),
    ...files.map((file) => `${shownFile(file, style.cwd)} names it: change it there`),
    ...(shadowedBy === undefined
      ? []
      : [`inside of this project ${shownFile(shadowedBy, style.cwd)} is used in its place`]),
  ];
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

/** `told`: what goes along was shown with the question. */
export function renamedText(renamed: RenamedWorkspace, style: Style, {told}: {readonly told: boolean}): string {
  if (renamed.outcome === 'declined') return 'Nothing was changed.\n';
  const {name, to, series, wasSwitch} = renamed;
  const along = series.length === 0 ? '' : `, with the releases of ${count(series.length, 'stack')}`;
  return [
    printable(`The workspace ${name} is called ${to} now${along}.`).concat('\n'),
    told ? '' : renamingText({...renamed, series: [], rewritten: []}, style),
    wasSwitch ? printable(`You were switched to it, and are switched to ${to} now.`).concat('\n') : '',
    style.paint.dim(
      printable(`What says ${name} in the files of stacks is yours: "workspace: ${name}", patches/${name}.yaml.`),
    ),
    '\n',
  ].join('');
}
