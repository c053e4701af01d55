import type {ImportedKusion, TakenSeries} from '../../../app/import/kusion/import-kusion.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** What was taken over from Kusion, and by name what was not. */
export function kusionImportedText(imported: ImportedKusion, style: Style): string {
  const {created, unchanged, workspaces, series, left, dryRun} = imported;
  const {paint, cwd} = style;
  const make = dryRun ? 'would create' : 'created';
  return [
    ...created.map((file) => `${make} ${shownFile(file, cwd)}\n`),
    ...unchanged.map((file) => paint.dim(`exists ${shownFile(file, cwd)}`).concat('\n')),
    ...workspaces.map(({name, file, result}) =>
      result === 'same'
        ? paint.dim(`exists workspace ${printable(name)} (${printable(file)})`).concat('\n')
        : `${make} workspace ${printable(name)} (${printable(file)})\n`,
    ),
    ...series.map((one) => `${seriesLine(one, dryRun)}\n`),
    ...(left.length === 0 ? [] : [`Not taken over (${left.length}):\n`]),
    ...left.map(
      ({what, where, because}) =>
        `  ${printable(what)}: ${printable(because)} ${paint.dim(`(${shownFile(printable(where), cwd)})`)}\n`,
    ),
    summaryLine(imported),
  ].join('');
}

function seriesLine(
  {project, stack, workspace, result, revision, releases, objects}: TakenSeries,
  dryRun: boolean,
): string {
  const name = printable(`${project}/${stack}/${workspace}`);
  if (result === 'same') return `exists ${name}: its releases were taken over before, up to revision ${revision ?? 0}`;
  if (result === 'ours')
    return `exists ${name}: Gantry goes on since it was taken over, now at revision ${revision ?? 0}`;
  const found = [
    `${objects.written} live`,
    ...(objects.absent === 0 ? [] : [`${objects.absent} not there`]),
    ...(objects.other === 0 ? [] : [`${objects.other} that Kusion did not write`]),
    ...(objects.stack === 0 ? [] : [`${objects.stack} of another stack`]),
    ...(objects.unseen === 0 ? [] : [`${objects.unseen} not looked at`]),
  ].join(', ');
  const verb = dryRun ? 'would take over' : 'took over';
  const to = revision === undefined ? '' : `, revision ${revision}`;
  return `${verb} ${count(releases, 'release')} of ${name}${to}; objects: ${found}`;
}

function summaryLine({stacks, workspaces, series, dryRun}: ImportedKusion): string {
  const what = [
    count(workspaces.length, 'workspace'),
    count(stacks.length, 'stack'),
    `${count(series.length, 'series', 'series')} of releases`,
  ];
  return `${what.join(', ')}${dryRun ? ': nothing was written' : ''}.\n`;
}

/** The next step after an import; empty after a dry run or if no release was taken over. */
export function nextAfterKusion({stacks, series, dryRun}: ImportedKusion, {cwd}: Style): string {
  const [first] = series.filter(({result}) => result === 'taken' || result === 'extended');
  const stack = stacks.find((one) => one.project === first?.project && one.stack === first.stack);
  if (dryRun || first === undefined || stack === undefined) return '';
  const where = shownFile(stack.directory, cwd);
  return `Next: look at it with "gantry preview -C ${where} -w ${printable(first.workspace)}": only who owns the fields should change. Do not call Kusion on it any more.\n`;
}
