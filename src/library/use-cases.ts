import type {DriftReport} from '../app/detect-drift.ts';
import type {StackStatus} from '../app/operate/stack-status.ts';
import type {Plan} from '../core/plan/plan.ts';
import type {ApplyOptions, ApplyStackOptions, OneStack, OpenWorkspace, PlanOptions} from './requests.ts';
import type {Run} from './run.ts';
import {type Applied, openWorkspace} from './workspace.ts';

/** Returns what `apply` would do. Writes nothing, and takes no lock. */
export const plan = (request: OpenWorkspace & PlanOptions = {}): Run<Plan> => openWorkspace(request).plan(request);

/**
 * Applies a stack and records a release. Asks no questions: a change that needs a permission is refused before the first write.
 * @throws GantryError also for a run that was recorded as failed or interrupted; its `cause` is the outcome
 */
export const apply = (request: OpenWorkspace & ApplyStackOptions = {}): Run<Applied> =>
  openWorkspace(request).apply(request);

/** Deletes the objects of a stack, and records a release. */
export const destroy = (request: OpenWorkspace & ApplyOptions = {}): Run<Applied> =>
  openWorkspace(request).destroy(request);

/** Returns the differences between the last release of a stack and the cluster; with `all`, those of every stack in the workspace. */
export const drift = (request: OpenWorkspace & OneStack & {readonly all?: boolean} = {}): Run<DriftReport> =>
  openWorkspace(request).drift(request);

/** Returns the health of the objects of the last release. */
export const status = (
  request: OpenWorkspace & OneStack & {readonly targets?: readonly string[]} = {},
): Run<StackStatus> => openWorkspace(request).status(request);
