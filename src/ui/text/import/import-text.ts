import type {ImportedCluster} from '../../../app/import/import-cluster.ts';
import type {ImportedHelm} from '../../../app/import/import-helm.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {planText} from '../stack/plan-text.ts';

/** Returns the files that an import wrote, and the objects that it skipped. */
export function importedText(imported: ImportedCluster, style: Style): string {
  const {namespaces} = imported;
  const from = namespaces.map(printable).join(', ');
  return writtenText(imported, `of ${namespaces.length === 1 ? 'namespace' : 'namespaces'} ${from}`, style);
}

/** Returns the same for a Helm release. */
export function helmImportedText(imported: ImportedHelm, style: Style): string {
  const {name, namespace, revision, status, chart} = imported.release;
  const of = chart === '' ? '' : ` of chart ${chart}`;
  const from = printable(`${namespace}/${name}, revision ${revision}${of} (${status})`);
  return writtenText(imported, `of the Helm release ${from}`, style);
}

/** Returns the same for a Helm release whose chart was imported, with the plan that takes it over. */
export function helmChartImportedText(imported: ImportedHelm, style: Style): string {
  const {created, plan, release} = imported;
  const {name, namespace, revision, chart} = release;
  const files = created.map((file) => `created ${shownFile(file, style.cwd)}\n`).join('');
  const planned = plan === undefined ? '' : planText({plan, chosen: undefined}, style);
  const done = `The chart ${chart} of the Helm release ${namespace}/${name}, revision ${revision}, is a source of the new stack.`;
  return `${files}${planned}${created.length === 0 ? 'Nothing was written.' : printable(done)}\n`;
}

type Written = Pick<ImportedCluster, 'created' | 'resources' | 'skipped'>;

function writtenText({created, resources, skipped}: Written, from: string, {paint, cwd}: Style): string {
  return [
    ...created.map((file) => `created ${shownFile(file, cwd)}\n`),
    ...skipped.map(({id, because}) => paint.dim(`skipped ${printable(id)}: ${printable(because)}`).concat('\n')),
    `${count(resources.length, 'object')} ${from} ${resources.length === 1 ? 'was' : 'were'} written as ${resources.length === 1 ? 'a manifest' : 'manifests'}.\n`,
  ].join('');
}

/** Returns the next step after an import: a preview that adopts the objects. */
export const nextAfterImport = (
  {
    directory = '.',
    workspace,
    workspaceFlag = workspace,
  }: Pick<ImportedCluster, 'directory' | 'workspace' | 'workspaceFlag'>,
  {cwd}: Style,
): string =>
  `Next: run "gantry preview -C ${shownFile(directory, cwd)} -w ${printable(workspaceFlag)} --adopt all". Only the ownership of fields should change.\n`;
