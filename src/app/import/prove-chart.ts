import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {listed} from '../../core/import/secret-notes.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import type {Change, FieldChange, Plan} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import type {HelmRelease} from '../../ports/other-tools.ts';
import type {Deps} from '../deps.ts';
import {previewRelease} from '../plan/preview-release.ts';

/** A written stack that is to take over a release. */
export type ProveChart = {
  readonly directory: string;
  /** The value of `-w`. */
  readonly workspace: string;
  readonly release: HelmRelease;
};

/** The plan of the stack; with a failure if it would change the live objects, or cannot be made. */
export type Proof = {readonly plan?: Plan; readonly failure?: Failure};

/** Proves by a plan that a stack takes over all objects of a release, and changes none of them. */
export async function proveChart({directory, workspace, release}: ProveChart, deps: Deps): Promise<Proof> {
  try {
    const permissions = {...NO_PERMISSIONS, adopt: ['all']};
    const plan = await previewRelease({operation: 'apply', directory, workspace, permissions}, deps);
    const problems = [...plan.changes.flatMap(problemOf), ...missing(plan, release)];
    return problems.length === 0 ? {plan} : {plan, failure: differs(problems, release)};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {failure: error.failure};
  }
}

/** Returns what a change would do beside the take-over of the ownership of fields. */
function problemOf({id, action, blocked, fields, effects = []}: Change): readonly string[] {
  if (action === 'run') return [`${id} would run`];
  if (blocked !== undefined) return [`${id}: ${blocked.because}`];
  const changed = fields.filter(isChanged).map(({path}) => path);
  if (changed.length > 0) return [`${id}: ${listed(changed, 4)}`];
  if (action !== 'adopt' && action !== 'unchanged') return [`${id}: ${action}`];
  return effects.length === 0 ? [] : [`${id}: ${effects.join(', ')}`];
}

/** A field that an autoscaler, or a person who scaled, holds stays as it is. */
const isChanged = ({path, cause, yielded}: FieldChange): boolean =>
  cause !== 'ownership' && path !== 'metadata.managedFields' && yielded !== true;

/** Returns the objects that the release has, and the rendered chart has not. */
function missing({changes}: Plan, {objects}: HelmRelease): readonly string[] {
  const planned = new Set(changes.map(({id}) => id));
  return objects.filter(({id}) => !planned.has(id)).map(({id}) => `${id} is not in the rendered chart`);
}

const differs = (problems: readonly string[], {namespace, name, chart}: HelmRelease): Failure => ({
  code: 'input/invalid',
  diagnostics: problems.map((message) => ({
    severity: 'error' as const,
    code: 'import/helm-differs',
    message,
    ...defined({
      hint:
        message === problems.at(-1)
          ? `The chart ${chart} with these values does not make the objects of the Helm release ${namespace}/${name}. Nothing was written; --force writes the stack nevertheless.`
          : undefined,
    }),
  })),
});
