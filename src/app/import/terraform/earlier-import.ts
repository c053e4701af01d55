import {GantryError} from '../../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../../core/release/history-names.ts';
import {isTerraformKey, TERRAFORM_PREFIX} from '../../../core/release/keys.ts';
import {readLineage} from '../../../engine/release/read-head.ts';
import {openHistory, type ReleaseHistory} from '../../../engine/release/release-history.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {TerraformStates} from '../../../ports/terraform-states.ts';
import type {TakenState, TerraformTool} from '../../../ports/terraform-tool.ts';
import {findHistories} from '../../release/find-histories.ts';

/** A state to import, and the release history that gets it. */
export type Importing = {
  readonly names: HistoryNames;
  readonly taken: Pick<TakenState, 'lineage' | 'serial'>;
  readonly backend: Backend;
  readonly states: TerraformStates;
  readonly originOf: TerraformTool['originOf'];
};

/** The release history before the import. `same`: it has the state already. */
export type BeforeImport = {readonly history: ReleaseHistory; readonly isSame: boolean};

/**
 * Looks for the state in the backend. A state belongs to one stack: two of them would change the same objects.
 * @throws GantryError input/invalid if another stack has the state, if this stack has other releases, or if the file is newer than what was imported
 */
export async function earlierImport({names, taken, backend, states, originOf}: Importing): Promise<BeforeImport> {
  const history = await openHistory({backend, ...names});
  const isRecorded = history.last !== undefined || history.pending !== undefined;
  for (const key of (await backend.list(TERRAFORM_PREFIX)).filter(isTerraformKey)) {
    const [, lineage = ''] = key.split('/');
    const stored = await states.read(lineage);
    const found = stored === undefined ? undefined : originOf(stored.text);
    if (found?.lineage !== taken.lineage) continue;
    if (lineage !== history.lineage) throw refused(await ownedBy(backend, lineage), names);
    if (!isRecorded) break;
    if (taken.serial <= found.serial) return {history, isSame: true};
    throw wrong(
      `Terraform has changed the state since ${historyText(names)} got it (serial ${taken.serial}, and ${found.serial} in the backend)`,
      'Gantry manages these resources now. Make the changes in the files of the stack, and run "gantry preview": it reads the resources from their providers.',
    );
  }
  if (isRecorded)
    throw wrong(
      `${historyText(names)} already has releases`,
      'Choose another directory with --out DIR: its name is the name of the stack.',
    );
  return {history, isSame: false};
}

async function ownedBy(backend: Backend, lineage: string): Promise<string> {
  for (const names of await findHistories(backend, {}))
    if ((await readLineage(backend, names).catch(() => undefined)) === lineage) return historyText(names);
  return `the release history ${lineage}`;
}

const refused = (owner: string, names: HistoryNames): GantryError =>
  wrong(
    `the state is already that of ${owner}, so ${historyText(names)} cannot have it`,
    'A state belongs to one stack. Import it with the same --out and -w again, or rename that stack with "gantry stack rename".',
  );

const wrong = (message: string, hint: string): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: [{severity: 'error', code: 'import/terraform-state', message, hint}],
  });
