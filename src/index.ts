/**
 * The library of Gantry, with the same use cases as the command line. `openDeps` opens their dependencies. Each use case takes a
 * request and these dependencies, and throws a GantryError whose `failure` describes the error.
 */

export type {Deps} from './app/deps.ts';
export {type DriftReport, detectDrift} from './app/detect-drift.ts';
export {explainResource, type ResourceExplanation} from './app/explain-resource.ts';
export {type ImportCluster, importCluster} from './app/import/import-cluster.ts';
export {forwardPorts, type OpenPorts, openPorts, type PortForward} from './app/operate/forward-ports.ts';
export {type StackLogs, stackLogs} from './app/operate/stack-logs.ts';
export {type StackStatus, stackStatus} from './app/operate/stack-status.ts';
export {type WaitOutcome, waitForStack} from './app/operate/wait-for-stack.ts';
export {applyPlanFile} from './app/plan/apply-plan-file.ts';
export {applyRelease} from './app/plan/apply-release.ts';
export {buildSpec} from './app/plan/build-spec.ts';
export {previewRelease} from './app/plan/preview-release.ts';
export type {
  ApplyOutcome,
  ApplyRequest,
  BuildOutcome,
  PreviewRequest,
  StackRequest,
  StepOutcome,
} from './app/plan/release-requests.ts';
export {savePlan} from './app/plan/save-plan.ts';
export {showPlanFile} from './app/plan/show-plan-file.ts';
export {validateStack} from './app/plan/validate-stack.ts';
export {diffReleases, type ReleaseDiff} from './app/release/diff-releases.ts';
export {listReleases} from './app/release/list-releases.ts';
export {showRelease} from './app/release/show-release.ts';
export {unlockRelease} from './app/release/unlock-release.ts';
export {importResources} from './app/resource/import-resources.ts';
export {listResources} from './app/resource/list-resources.ts';
export {showResource} from './app/resource/show-resource.ts';
export {applyPlanSet} from './app/stacks/apply-plan-set.ts';
export {applyStacks} from './app/stacks/apply-stacks.ts';
export {eachStack, type StackRun} from './app/stacks/each-stack.ts';
export {planStacks} from './app/stacks/plan-stacks.ts';
export type {SameRunStacks} from './app/stacks/same-run-stacks.ts';
export {savePlans} from './app/stacks/save-plans.ts';
export {selectStacks} from './app/stacks/select-stacks.ts';
export type {SelectedStack, StackSelection} from './app/stacks/selection.ts';
export type {Diagnostic} from './core/diagnostic/diagnostic.ts';
export type {Event} from './core/event.ts';
export {type Failure, GantryError} from './core/failure/failure.ts';
export type {Change, FieldChange, Plan} from './core/plan/plan.ts';
export type {KubernetesState} from './core/release/kubernetes-state.ts';
export type {Release} from './core/release/release.ts';
export type {ResourceState} from './core/release/resource-state.ts';
export type {TerraformState} from './core/release/terraform-state.ts';
export {buildDeps as openDeps} from './main.ts';
