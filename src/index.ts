/**
 * The library of Gantry: plans, applies and observes the stacks of a workspace, as the command line does. Everything exported here is stable: it
 * changes only with a new major version.
 */

export type {DriftReport, StackDrift} from './app/detect-drift.ts';
export type {StackStatus} from './app/operate/stack-status.ts';
export type {StepOutcome} from './app/plan/release-requests.ts';
export type {Diagnostic} from './core/diagnostic/diagnostic.ts';
export type {Event} from './core/event.ts';
export {type Failure, type FailureCode, GantryError} from './core/failure/failure.ts';
export type {Permissions} from './core/plan/permissions.ts';
export type {Change, FieldChange, Plan} from './core/plan/plan.ts';
export type {Release} from './core/release/release.ts';
export type {ResourceState} from './core/release/resource-state.ts';
export type {ApplyOptions, ApplyStackOptions, OneStack, OpenWorkspace, PlanOptions} from './library/requests.ts';
export type {Run} from './library/run.ts';
export {apply, destroy, drift, plan, status} from './library/use-cases.ts';
export {type Applied, openWorkspace, type Workspace} from './library/workspace.ts';
