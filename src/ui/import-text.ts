import type {ImportedCluster} from '../app/import/import-cluster.ts';
import {count} from './count.ts';
import {shownFile} from './diagnostic-text.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

/** What was written, and what was not. */
export function importedText({created, resources, skipped, namespaces}: ImportedCluster, style: Style): string {
  const {paint, cwd} = style;
  const from = namespaces.map(printable).join(', ');
  return [
    ...created.map((file) => `created ${shownFile(file, cwd)}\n`),
    ...skipped.map(({id, because}) => paint.dim(`skipped ${printable(id)}: ${printable(because)}`).concat('\n')),
    `${count(resources.length, 'object')} of ${namespaces.length === 1 ? 'namespace' : 'namespaces'} ${from} ${resources.length === 1 ? 'is' : 'are'} written as ${resources.length === 1 ? 'a manifest' : 'manifests'}.\n`,
  ].join('');
}

export const nextAfterImport = (
  {directory = '.', workspace, workspaceFlag = workspace}: ImportedCluster,
  {cwd}: Style,
): string =>
  `Next: look at it with "gantry preview -C ${shownFile(directory, cwd)} -w ${printable(workspaceFlag)} --adopt all": only who owns the fields should change.\n`;
