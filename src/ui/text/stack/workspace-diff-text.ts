import type {WorkspaceDiff, WorkspaceSide} from '../../../app/diff-workspaces.ts';
import {fieldText} from '../../field-text.ts';
import type {Brush} from '../../paint.ts';
import {fieldLines} from '../../plan/change-lines.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';

type Difference = WorkspaceDiff['changes'][number];

/** Reports whether two workspaces differ. The name of the namespace does not count. */
export const differs = ({changes, settings}: WorkspaceDiff): boolean =>
  changes.length + shownSettings(settings).length > 0;

const shownSettings = (settings: WorkspaceDiff['settings']): WorkspaceDiff['settings'] =>
  settings.filter(({path}) => path !== 'namespace');

const ORDER = ['delete', 'create', 'update'] as const;
const GLYPH: Readonly<Record<Difference['action'], readonly [glyph: string, brush: Brush]>> = {
  create: ['+', 'good'],
  delete: ['-', 'bad'],
  update: ['~', 'warn'],
};

const OF: Readonly<Record<WorkspaceDiff['of'], string>> = {
  files: ', from its files',
  releases: '',
  live: ', live objects',
  promotion: ', as promoted',
};

/** Returns the differences between a stack in two workspaces: what only one of them has, and the fields that differ. */
export function workspaceDiffText(diff: WorkspaceDiff, style: Style): string {
  const {project, stack, before, after, changes, settings, summary, of} = diff;
  const head = facts(
    [
      ['Stack', `${project}/${stack}${OF[of]}`],
      ['From', sideText(before)],
      ['To', sideText(after)],
    ],
    style,
  );
  if (!differs(diff)) return `${head}\nNo differences.\n`;
  const byAction = Map.groupBy(changes, ({action}) => action);
  const names = {create: `only in ${after.workspace}`, delete: `only in ${before.workspace}`, update: 'differs'};
  const width = Math.max(...ORDER.filter((action) => byAction.has(action)).map((action) => names[action].length), 0);
  return [
    head,
    '\n',
    ...shownSettings(settings)
      .flatMap((field) => fieldText(field, style))
      .map((line) => `  ${line}\n`),
    ...ORDER.flatMap((action) => byAction.get(action) ?? []).flatMap((change) => {
      const [glyph, brush] = GLYPH[change.action];
      const what = style.paint[brush](`${glyph.padStart(3)} ${printable(names[change.action].padEnd(width))}`);
      return [
        `${what}  ${printable(change.id)}\n`,
        ...fieldLines({...change, verified: true}, style).map((line) => `      ${line}\n`),
      ];
    }),
    '\n',
    `${style.paint.strong(printable(`${summary.delete} ${names.delete}, ${summary.create} ${names.create}, ${summary.update} different, ${summary.unchanged} equal`))}\n`,
  ].join('');
}

const sideText = ({workspace, from, namespace, revision}: WorkspaceSide): string =>
  [
    from === undefined ? workspace : `${workspace} (from ${from})`,
    ...(revision === undefined ? [] : [`revision ${revision}`]),
    ...(namespace === undefined ? [] : [`namespace ${namespace}`]),
  ].join(', ');
