import {resolve} from 'node:path';
import type {Deps} from '../app/deps.ts';
import type {DriftReport} from '../app/detect-drift.ts';
import type {StackStatus} from '../app/operate/stack-status.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../app/plan/release-requests.ts';
import {GantryError} from '../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../core/plan/permissions.ts';
import type {Plan} from '../core/plan/plan.ts';
import {defined} from '../lib/defined.ts';
import {objectsOf} from './objects-of.ts';
import type {ApplyOptions, ApplyStackOptions, OneStack, OpenWorkspace, PlanOptions} from './requests.ts';
import {type Run, startRun} from './run.ts';
import {withDeps} from './with-deps.ts';

/** The outcome of an apply or a destroy that succeeded, or that had nothing to do. */
export type Applied = Exclude<ApplyOutcome, {kind: 'declined'}>;

/** A workspace: its cluster, its credentials and its releases. Each call is a run of its own. */
export type Workspace = {
  /** Returns what `apply` would do. Writes nothing, and takes no lock. */
  readonly plan: (options?: PlanOptions) => Run<Plan>;
  /**
   * Applies the stack and records a release. Asks no questions: a change that needs a permission is refused before the first write.
   * @throws GantryError also for a run that was recorded as failed or interrupted; its `cause` is the outcome
   */
  readonly apply: (options?: ApplyStackOptions) => Run<Applied>;
  /** Deletes the objects of the stack, and records a release. */
  readonly destroy: (options?: ApplyOptions) => Run<Applied>;
  /** Returns the differences between the last release of a stack and the cluster; with `all`, those of every stack in the workspace. */
  readonly drift: (options?: OneStack & {readonly all?: boolean}) => Run<DriftReport>;
  /** Returns the health of the objects of the last release. */
  readonly status: (options?: OneStack & {readonly targets?: readonly string[]}) => Run<StackStatus>;
};

/** Opens a workspace. Nothing is read or contacted before the first run. */
export function openWorkspace(place: OpenWorkspace = {}): Workspace {
  const run = <T>(
    name: string,
    options: OneStack & Pick<ApplyOptions, 'approval' | 'sign'>,
    work: (deps: Deps) => Promise<T>,
  ): Run<T> => startRun((onEvent) => withDeps({place, name, options, onEvent}, work));
  const ofStack = ({stack}: OneStack) => defined({workspace: place.workspace, directory: place.directory, stack});
  const change = (operation: 'apply' | 'destroy', options: ApplyOptions): Run<Applied> =>
    run(operation, options, async (deps) => {
      const {applyRelease} = await import('../app/plan/apply-release.ts');
      return succeeded(await applyRelease({...ofStack(options), ...changeOf(operation, options)}, deps));
    });
  const saved = (file: string, options: ApplyStackOptions): Run<Applied> =>
    run('apply', options, async (deps) => {
      refusePlanOptions(options);
      const {applyPlanFile} = await import('../app/plan/apply-plan-file.ts');
      const path = resolve(place.directory ?? '.', file);
      return succeeded(await applyPlanFile({...ofStack(options), ...runOf(options), file: path}, deps));
    });
  return {
    plan: (options = {}) =>
      run('preview', options, async (deps) => {
        const {previewRelease} = await import('../app/plan/preview-release.ts');
        return previewRelease({...ofStack(options), ...planOf('apply', options)}, deps);
      }),
    apply: (options = {}) =>
      options.planFile === undefined ? change('apply', options) : saved(options.planFile, options),
    destroy: (options = {}) => change('destroy', options),
    drift: (options = {}) =>
      run('drift', options, async (deps) => {
        const {detectDrift} = await import('../app/detect-drift.ts');
        return detectDrift({...ofStack(options), all: options.all === true}, deps);
      }),
    status: (options = {}) =>
      run('status', options, async (deps) => {
        const {stackStatus} = await import('../app/operate/stack-status.ts');
        return stackStatus({...ofStack(options), targets: options.targets ?? []}, deps);
      }),
  };
}

function planOf(operation: 'apply' | 'destroy', options: PlanOptions): PreviewRequest {
  const {resources, namespace, targets, excludes, images, ignore, regenerate, allowEmpty, permissions} = options;
  return {
    operation,
    ...defined({targets, excludes, images, ignore, regenerate, allowEmpty}),
    ...defined({inMemory: resources && defined({objects: objectsOf(resources), namespace})}),
    permissions: {...NO_PERMISSIONS, ...permissions},
  };
}

/** Refuses the options of a plan with a saved one: it has its own. */
function refusePlanOptions({
  resources,
  namespace,
  targets,
  excludes,
  images,
  ignore,
  regenerate,
  allowEmpty,
  permissions,
}: PlanOptions): void {
  const given = {resources, namespace, targets, excludes, images, ignore, regenerate, allowEmpty, permissions};
  const first = Object.entries(given).find(([, value]) => value !== undefined);
  if (first === undefined) return;
  throw new GantryError({
    code: 'input/usage',
    message: `planFile and ${first[0]} cannot be used together: the plan has its own options.`,
  });
}

function changeOf(operation: 'apply' | 'destroy', options: ApplyOptions): ApplyRequest {
  return {...planOf(operation, options), ...runOf(options), confirm: async () => true};
}

type RunOf = Pick<ApplyRequest, 'wait' | 'lockTimeoutSeconds' | 'timeoutSeconds' | 'parallelism' | 'rollbackOnFailure'>;

function runOf(options: ApplyOptions): RunOf {
  if (options.wait === false && options.rollbackOnFailure === true)
    throw new GantryError({
      code: 'input/usage',
      message: 'rollbackOnFailure needs wait: failures are detected by waiting.',
    });
  return {
    wait: options.wait ?? true,
    lockTimeoutSeconds: options.lockTimeoutSeconds ?? 60,
    ...defined({
      timeoutSeconds: options.timeoutSeconds,
      parallelism: options.parallelism,
      rollbackOnFailure: options.rollbackOnFailure,
    }),
  };
}

/** @throws GantryError for a run that did not succeed, so that a program that ignores the outcome does not continue */
function succeeded(outcome: ApplyOutcome): Applied {
  if (outcome.kind === 'declined') throw new Error('a run that asks nobody was declined');
  if (outcome.kind === 'unchanged' || outcome.failure === undefined) return outcome;
  throw new GantryError(outcome.failure, {cause: outcome});
}
