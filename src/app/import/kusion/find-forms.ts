import type {SourceTools} from '../../../config/source-tools.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {importWarning} from '../../../core/import/secret-notes.ts';
import type {JsonObject} from '../../../core/json.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import type {WorkspaceValues} from '../../../core/variation/expand-context.ts';
import {
  type FoundApplication,
  findApplications,
} from '../../../kubernetes/import/kusion/application/found-application.ts';
import {writeApplication} from '../../../kubernetes/import/kusion/application/write-application.ts';
import {defined} from '../../../lib/defined.ts';
import {valuesOf} from '../../workspace/workspace-values.ts';
import type {PlannedStack} from './plan-takeover.ts';
import {type ProvenApplications, proveApplications} from './prove-applications.ts';
import type {TakenWorkspaces} from './taken-workspaces.ts';
import {withoutPlatform} from './without-platform.ts';

/** The form in which an import writes what modules of Kusion made: applications if they are proven, only applications, or manifests. */
export type ImportForm = 'proven' | 'app' | 'manifests';

/** Stacks with the applications that make their objects. */
export type StacksInForm = {readonly stacks: readonly PlannedStack[]; readonly diagnostics: readonly Diagnostic[]};

/**
 * Writes the objects of stacks as applications, as far as building them proves that they make the same objects.
 * @throws GantryError `input/invalid` if only applications are wanted, and one of them is not proven
 */
export async function findForms(
  stacks: readonly PlannedStack[],
  {as, chosen}: Pick<TakenWorkspaces, 'chosen'> & {readonly as: ImportForm},
  tools: SourceTools,
): Promise<StacksInForm> {
  if (as === 'manifests') return {stacks, diagnostics: []};
  const judged: PlannedStack[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const stack of stacks) {
    const {form, problems} = await formOf(stack, chosen, tools);
    judged.push({...stack, ...defined({form})});
    diagnostics.push(...problems);
  }
  if (as === 'app' && diagnostics.length > 0)
    throw new GantryError({
      code: 'input/invalid',
      diagnostics: diagnostics.map((one) => ({...one, severity: 'error' as const, hint: NOTHING_WRITTEN})),
    });
  return {stacks: judged, diagnostics};
}

const NOTHING_WRITTEN = 'Nothing was written. Without --as app, its objects are written as manifests.';

type Judged = {readonly form?: PlannedStack['form']; readonly problems: readonly Diagnostic[]};

async function formOf(stack: PlannedStack, chosen: TakenWorkspaces['chosen'], tools: SourceTools): Promise<Judged> {
  const {project, kusionStack, resources, secrets} = stack;
  const released = new Map([...resources, ...secrets].map(({id, attributes}) => [id, attributes]));
  const found = findApplications({project, stack: kusionStack, objects: [...released.values()]});
  const [first] = found;
  if (first === undefined) return {problems: []};
  const names = found.map(({name}) => name).join(', ');
  if (stack.stack !== kusionStack)
    return {
      problems: [differs(stack, `applications ${names}`, `the names of the objects contain the stack ${kusionStack}`)],
    };
  const workspaces = await workspacesOf(stack, chosen);
  const {namespace} = identityOf(first.workload);
  const common = {stack, released, workspaces, namespace: namespace === project ? undefined : namespace};
  const prove = (applications: JsonObject) => proveApplications({...common, applications}, tools);
  const problems: Diagnostic[] = [];
  const proven: Record<string, JsonObject> = {};
  for (const application of found) {
    const {name} = application;
    const result = await firstProven(application, prove);
    if (result.application !== undefined) proven[name] = result.application;
    if (result.problem !== undefined) problems.push(differs(stack, result.what, result.problem));
  }
  if (Object.keys(proven).length === 0) return {problems};
  const short = await prove(withoutPlatform(proven, project, workspaces[0]));
  const whole = 'form' in short ? short : await prove(proven);
  return 'form' in whole
    ? {form: whole.form, problems}
    : {problems: [...problems, differs(stack, `applications ${names}`, whole.problem)]};
}

/** Returns the values of the workspaces in which a stack was applied. Undefined is a workspace that is not imported. */
async function workspacesOf(
  {project, workspaces}: PlannedStack,
  chosen: TakenWorkspaces['chosen'],
): Promise<readonly (WorkspaceValues | undefined)[]> {
  if (workspaces.length === 0) return [undefined];
  const found = await Promise.all(workspaces.map((name) => chosen(project, name)));
  return found.map((one) => one && valuesOf(one));
}

type FirstProven = {
  readonly application?: JsonObject;
  /** The part that stays manifests, and why. */
  readonly what: string;
  readonly problem?: string | undefined;
};

/** Returns the first candidate that is proven. If it is not the first one, the databases of the application stay manifests. */
async function firstProven(
  application: FoundApplication,
  prove: (applications: JsonObject) => Promise<ProvenApplications>,
): Promise<FirstProven> {
  const {name} = application;
  let problem: string | undefined;
  for (const candidate of writeApplication(application)) {
    const result = await prove({[name]: candidate});
    if ('form' in result) return {application: candidate, what: `database of application ${name}`, problem};
    problem = result.problem;
  }
  return {what: `application ${name}`, problem};
}

const differs = ({project, stack}: PlannedStack, what: string, problem: string): Diagnostic =>
  importWarning(
    'kusion-differs',
    `${what} of ${project}/${stack}: the application would not make the objects of the release, because ${problem}`,
    'Its objects are written as manifests.',
  );
