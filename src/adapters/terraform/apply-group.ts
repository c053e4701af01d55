import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {StepRun} from '../../ports/step-run.ts';
import {textOf} from './said-diagnostics.ts';
import type {Said} from './stream.ts';

/** The result of an apply. */
export type Applied = {
  readonly completed: ReadonlySet<string>;
  readonly errors: readonly Said[];
  /** True if the run was interrupted. */
  readonly isStopped: boolean;
};

/** Some changes that one process makes. */
export type Group = {
  /** The addresses that it may change. */
  readonly addresses: Set<string>;
  /** The steps that wait for it, by address. */
  readonly runs: Map<string, StepRun>;
  applied: Promise<Applied> | undefined;
};

/** Makes a group that has not begun. */
export const newGroup = (addresses: Iterable<string> = []): Group => ({
  addresses: new Set(addresses),
  runs: new Map(),
  applied: undefined,
});

/** Returns the failure of a step: what Terraform said about its resource, or about the run. */
export function failureAt(
  {address, id}: {readonly address: string; readonly id: string},
  {errors, isStopped}: Applied,
  run: StepRun,
  clean: (text: string) => string,
): Failure {
  // Terraform reports errors at its end: those of a resource are then most likely of the interrupt.
  if (isStopped) return {code: 'cancelled', signal: run.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'};
  const own = errors.filter((said) => said.address === address);
  const said = own.length > 0 ? own : errors.filter((one) => one.address === undefined);
  const detail = said.map((one) => clean(textOf(one)));
  return {code: 'object/failed', resource: id, detail: detail.join('; ') || 'Terraform did not change it'};
}

/** Throws for a change that is not the one that was shown. */
export const stale = (resource: string): GantryError =>
  new GantryError({code: 'plan/stale', resource, detail: 'its plan changed during the run'});
