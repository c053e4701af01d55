import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {knownState} from '../../core/release/known-state.ts';
import {type RecordedOutput, recordedOutputs, storedOutput} from '../../core/terraform/recorded-outputs.ts';
import {terraformStates} from '../../engine/sealing/sealed-terraform.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {existingHistory} from '../release/existing-history.ts';

/** The outputs of a stack to show. */
export type ListOutputs = HistoryNames & {
  /** The only output to show, with its value also if it is sensitive. Absent: all, without sensitive values. */
  readonly name?: string | undefined;
};

/** The answer of `gantry output`. */
export type OutputList = HistoryNames & {
  readonly formatVersion: 1;
  /** The release that recorded them. Absent: no run has been recorded yet. */
  readonly revision?: number;
  /** Sorted by name. */
  readonly outputs: readonly RecordedOutput[];
};

/**
 * Returns the outputs of the Terraform code of a stack, as of the last release. Terraform is not started.
 * @throws GantryError input/usage for an unknown name; release/not-found
 */
export async function listOutputs(request: ListOutputs, deps: Pick<Deps, 'backend'>): Promise<OutputList> {
  const {name, project, stack, workspace} = request;
  const names = {project, stack, workspace};
  const backend = await deps.backend();
  const {lineage = '', last, interrupted} = await existingHistory(backend, names);
  const all = recordedOutputs(knownState(last, interrupted).state);
  const outputs = name === undefined ? all : [await oneOutput(all, name, {backend, lineage})];
  return {formatVersion: 1, ...names, ...defined({revision: last?.revision}), outputs};
}

async function oneOutput(
  all: readonly RecordedOutput[],
  name: string,
  {backend, lineage}: {readonly backend: Backend; readonly lineage: string},
): Promise<RecordedOutput> {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw unknownOutput(name, all);
  if (!found.sensitive) return found;
  // A release has only a digest of a sensitive value. The sealed state has the value.
  const stored = await (await terraformStates(backend)).read(lineage);
  return {...found, ...defined({value: stored === undefined ? undefined : storedOutput(stored.text, name)})};
}

function unknownOutput(name: string, all: readonly RecordedOutput[]): GantryError {
  const names = all.map((one) => one.name);
  const nearest = didYouMean(name, names);
  const known = names.length === 0 ? 'Outputs come from a source of Terraform code.' : `It has ${names.join(', ')}.`;
  return new GantryError({
    code: 'input/usage',
    message: `the last release of the stack has no output ${name}`,
    hint: nearest === undefined ? known : `Did you mean ${nearest}?`,
  });
}
