import type {Renaming} from '../../../app/workspace/rename-workspace.ts';
import type {ShownChange, UpdatedWorkspace, WorkspaceUpdate} from '../../../app/workspace/update-workspace.ts';
import type {RenamedWorkspace} from '../../../config/documents/workspace-output.ts';
import type {Json} from '../../../core/json.ts';
import {MASK} from '../../../core/workspace/mask.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** Returns a line for each changed value: `~ context.AWS_REGION: eu → us`. */
export function changesText({name, changes, leadsElsewhere}: WorkspaceUpdate, style: Style): string {
  const lines = changes.map((change) => changeLine(change, style));
  const head = lines.length === 0 ? `${printable(name)}: only comments or formatting differ, no values\n` : '';
  const pin = leadsElsewhere
    ? `The location of its cluster changes. If this is a different cluster, bind the workspace to it with "gantry workspace trust ${name}".\n`
    : '';
  return `${head}${lines.join('')}${style.paint.dim(printable(pin.trimEnd())).concat(pin === '' ? '' : '\n')}`;
}

function changeLine({path, before, after}: ShownChange, {paint}: Style): string {
  const name = printable(path);
  if (before === undefined) return `${paint.good('+')} ${name}: ${valueText(after)}\n`;
  if (after === undefined) return `${paint.bad('-')} ${name}: ${valueText(before)}\n`;
  // Masked values look the same, so that the line has to say that they differ.
  const isMasked = before === MASK && after === MASK;
  return `${paint.warn('~')} ${name}: ${isMasked ? `${MASK} (different value)` : `${valueText(before)} → ${valueText(after)}`}\n`;
}

const valueText = (value: Json | undefined): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** Returns the result of `gantry workspace update`. `told`: the changes were already shown with the question. */
export function updatedText(updated: UpdatedWorkspace, style: Style, {told}: {readonly told: boolean}): string {
  if (updated.outcome === 'declined') return 'Nothing was changed.\n';
  const name = printable(updated.name);
  if (updated.outcome === 'unchanged') return `The workspace ${name} already has these values; nothing was changed.\n`;
  return `The workspace ${name} was changed.\n${told ? '' : changesText(updated, style)}`;
}

/** Returns what else changes when a workspace gets a new name. */
export function renamingText(
  {name, to, series, left, rewritten, files, shadowedBy, ambiguous}: Renaming,
  style: Style,
): string {
  const lines = [
    ...series.map((stack) => `releases of ${stack} move to the new name`),
    ...left.map((stack) => `releases of ${stack} stay: they belong to the file ${name} of a project`),
    ...rewritten.map((other) => `${other} refers to it, and will refer to ${to}`),
    ...files.map((file) => `${shownFile(file, style.cwd)} refers to it: change this file yourself`),
    ...(shadowedBy === undefined ? [] : [`in this project, ${shownFile(shadowedBy, style.cwd)} is used in its place`]),
    ...(ambiguous === undefined
      ? []
      : [`the name ${to} alone will lead to several workspaces: use ${ambiguous.join(' or ')}`]),
  ];
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

/** Returns the result of `gantry workspace rename`. `told`: the other changes were already shown with the question. */
export function renamedText(renamed: RenamedWorkspace, style: Style, {told}: {readonly told: boolean}): string {
  if (renamed.outcome === 'declined') return 'Nothing was changed.\n';
  const {name, to, series, wasSwitch} = renamed;
  const along = series.length === 0 ? '' : `, with the releases of ${count(series.length, 'stack')}`;
  return [
    printable(`The workspace ${name} was renamed to ${to}${along}.`).concat('\n'),
    told ? '' : renamingText({...renamed, series: [], rewritten: []}, style),
    wasSwitch ? printable(`Your current workspace was ${name}; now it is ${to}.`).concat('\n') : '',
    style.paint.dim(printable(`Change the files of your stacks yourself: "workspace: ${name}", patches/${name}.yaml.`)),
    '\n',
  ].join('');
}
