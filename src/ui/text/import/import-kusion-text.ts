import type {ImportedKusion, TakenHistory} from '../../../app/import/kusion/import-kusion.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** Returns what was taken over from Kusion, and each thing that was not. */
export function kusionImportedText(imported: ImportedKusion, style: Style): string {
  const {created, unchanged, workspaces, stacks, series, left, dryRun} = imported;
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
    ...stacks.flatMap((one) => applicationsLine(one)),
    ...series.map((one) => `${historyLine(one, dryRun)}\n`),
    ...(left.length === 0 ? [] : [`Not taken over (${left.length}):\n`]),
    ...left.map(
      ({what, where, because}) =>
        `  ${printable(what)}: ${printable(because)} ${paint.dim(`(${shownFile(printable(where), cwd)})`)}\n`,
    ),
    summaryLine(imported),
  ].join('');
}

/** Returns the line about the applications of a stack: why there is an application file in place of manifests. */
function applicationsLine({project, stack, applications}: ImportedKusion['stacks'][number]): readonly string[] {
  if (applications.length === 0) return [];
  const names = applications.map(printable).join(', ');
  const where = printable(`${project}/${stack}`);
  return applications.length === 1
    ? [`proved: application ${names} of ${where} makes the same objects as the release\n`]
    : [`proved: applications ${names} of ${where} make the same objects as the release\n`];
}

function historyLine(
  {project, stack, workspace, result, revision, releases, objects}: TakenHistory,
  dryRun: boolean,
): string {
  const name = printable(`${project}/${stack}/${workspace}`);
  if (result === 'same') return `exists ${name}: its releases were already taken over, up to revision ${revision ?? 0}`;
  if (result === 'ours')
    return `exists ${name}: Gantry manages it since it was taken over, now at revision ${revision ?? 0}`;
  const found = [
    `${objects.written} live`,
    ...(objects.absent === 0 ? [] : [`${objects.absent} missing`]),
    ...(objects.other === 0 ? [] : [`${objects.other} not written by Kusion`]),
    ...(objects.stack === 0 ? [] : [`${objects.stack} of another stack`]),
    ...(objects.unseen === 0 ? [] : [`${objects.unseen} not checked`]),
  ].join(', ');
  const verb = dryRun ? 'would take over' : 'took over';
  const to = revision === undefined ? '' : `, revision ${revision}`;
  return `${verb} ${count(releases, 'release')} of ${name}${to}; objects: ${found}`;
}

function summaryLine({stacks, workspaces, series, dryRun}: ImportedKusion): string {
  const what = [
    count(workspaces.length, 'workspace'),
    count(stacks.length, 'stack'),
    count(series.length, 'release history', 'release histories'),
  ];
  return `${what.join(', ')}${dryRun ? ': nothing was written' : ''}.\n`;
}

/** Returns the next step after an import. Empty after a dry run, or if no release was taken over. */
export function nextAfterKusion({stacks, series, dryRun}: ImportedKusion, {cwd}: Style): string {
  const [first] = series.filter(({result}) => result === 'taken' || result === 'extended');
  const stack = stacks.find((one) => one.project === first?.project && one.stack === first.stack);
  if (dryRun || first === undefined || stack === undefined) return '';
  const where = shownFile(stack.directory, cwd);
  return `Next: run "gantry preview -C ${where} -w ${printable(first.workspace)}". Only the ownership of fields should change. Do not use Kusion for this stack any more.\n`;
}
