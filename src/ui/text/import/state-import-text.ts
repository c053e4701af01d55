import type {ImportedTerraform} from '../../../app/import/terraform/import-terraform.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {planText} from '../stack/plan-text.ts';

/** Returns the files that an import of a state wrote, what it left out, and the plan that proves it. */
export function stateImportedText(imported: ImportedTerraform, style: Style): string {
  const {created, skipped, resources, plan, revision, result, state} = imported;
  const {paint, cwd} = style;
  if (result === 'same')
    return `The state ${printable(state.lineage)}, serial ${state.serial}, was imported before. Nothing was changed.\n`;
  return [
    ...created.map((file) => `created ${shownFile(file, cwd)}\n`),
    ...skipped.map(({id, because}) => paint.dim(`skipped ${printable(id)}: ${printable(because)}`).concat('\n')),
    plan === undefined ? '' : planText({plan, chosen: undefined}, style),
    `Release ${revision ?? ''}: ${count(resources.length, 'resource')} of the Terraform state ${printable(state.lineage)}, serial ${state.serial}. No resource was changed.\n`,
  ].join('');
}

/** Returns the next step after an import of a state. */
export const nextAfterState = (
  {directory = '.', workspace, workspaceFlag = workspace}: ImportedTerraform,
  {cwd}: Style,
): string =>
  `Next: run "gantry preview -C ${shownFile(directory, cwd)} -w ${printable(workspaceFlag)}". Nothing should change. Do not run terraform with the old state again.\n`;
