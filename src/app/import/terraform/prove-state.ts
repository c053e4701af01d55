import {existsSync} from 'node:fs';
import {projectText} from '../../../config/init/sample-stack.ts';
import {type NewFile, writeNewFiles} from '../../../config/init/write-new-files.ts';
import {projectDirectory} from '../../../config/stack-search.ts';
import {writeYaml} from '../../../config/yaml/write-yaml.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import type {JsonObject} from '../../../core/json.ts';
import {NO_PERMISSIONS} from '../../../core/plan/permissions.ts';
import {isTerraformSource} from '../../../core/terraform/source.ts';
import type {FormOf, TakenState} from '../../../ports/terraform-tool.ts';
import type {Deps} from '../../deps.ts';
import {preparePlan} from '../../plan/prepare-plan.ts';
import type {PreparedPlan} from '../../plan/prepared-plan.ts';
import {removeWritten} from '../remove-written.ts';
import {FORMS, removeLeft, SPEC, STACK, specText} from './state-files.ts';
import {withTakenState} from './with-taken-state.ts';

/** A stack to write for a state. */
export type StateStack = {
  readonly directory: string;
  /** The value of `-w`. */
  readonly workspace: string;
  readonly name: string;
  /** The origin of the stack, as a comment in stack.yaml. */
  readonly from: string;
  readonly taken: TakenState;
  /** The entry of `sources` that keeps the `.tf` files of the state. Absent: its resources become a spec. */
  readonly source?: JsonObject | undefined;
};

/** The files that were written, and the plan of the stack. Close the plan. */
export type ProvenStack = {
  readonly created: readonly string[];
  readonly prepared: PreparedPlan;
  /** The document with the state. */
  readonly document: string;
};

/**
 * Writes the stack, and plans it with the state. A resource that the plan changes or refuses gets another form of its arguments, because a
 * schema does not say which of them exclude each other. If no form leaves it unchanged, it differs at its provider, and keeps the first form.
 * @throws GantryError if the stack cannot be planned: its files are removed again
 */
export async function proveState(stack: StateStack, deps: Deps): Promise<ProvenStack> {
  const {taken} = stack;
  removeLeft(
    stack.directory,
    filesOf(stack, () => 'tidy'),
    taken,
  );
  const forms = new Map<string, number>(
    taken.resources.flatMap(({id, resource}) => (resource === undefined ? [] : [[id, 0] as const])),
  );
  for (let isLast = false; ; ) {
    const attempt = await plan(stack, (id) => FORMS[forms.get(id) ?? 0] ?? 'tidy', deps);
    const differing = (attempt.refused ?? changedIn(attempt.prepared)).filter((id) => forms.has(id));
    const next = differing.filter((id) => (forms.get(id) ?? 0) < FORMS.length - 1);
    if (isLast || next.length === 0) {
      if (attempt.error !== undefined) throw attempt.error;
      if (isLast || differing.length === 0) return attempt;
    }
    await discard(attempt, stack);
    for (const id of next) forms.set(id, (forms.get(id) ?? 0) + 1);
    if (next.length > 0) continue;
    isLast = true;
    for (const id of differing) forms.set(id, 0);
  }
}

type Attempt =
  | (ProvenStack & {readonly refused?: undefined; readonly error?: undefined})
  | {readonly refused: readonly string[]; readonly error: GantryError; readonly prepared?: undefined};

async function plan(stack: StateStack, formOf: FormOf, deps: Deps): Promise<Attempt> {
  const {directory, workspace, taken} = stack;
  const kept = existsSync(directory);
  const hint = 'Choose another directory with --out DIR, or remove them.';
  const document = taken.documentOf(formOf);
  const created = writeNewFiles(directory, filesOf(stack, formOf), hint);
  try {
    const request = {directory, workspace, operation: 'apply' as const, permissions: NO_PERMISSIONS};
    const given = withTakenState({document, secrets: taken.secrets}, deps);
    const prepared = await preparePlan({...request, saved: {lineage: taken.lineage}}, given);
    const own = prepared.scope.loaded.resources.find(isTerraformSource);
    return {created, document: own === undefined ? document : taken.documentOf(formOf, own), prepared};
  } catch (error) {
    removeWritten(created, directory, kept);
    const refused = error instanceof GantryError ? refusedBy(error) : [];
    if (!(error instanceof GantryError) || refused.length === 0) throw error;
    return {refused, error};
  }
}

async function discard(attempt: Attempt, {directory}: StateStack): Promise<void> {
  if (attempt.prepared === undefined) return;
  await attempt.prepared[Symbol.asyncDispose]();
  removeWritten(attempt.created, directory, false);
}

/** Returns the resources that Terraform refuses, if it names one for each of its errors. */
function refusedBy({failure}: GantryError): readonly string[] {
  if (failure.code !== 'terraform/failed') return [];
  const ids = failure.diagnostics.map(({resource}) => resource);
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : [];
}

const changedIn = (prepared: PreparedPlan | undefined): readonly string[] =>
  (prepared?.plan.changes ?? []).flatMap(({id, action}) => (action === 'unchanged' ? [] : [id]));

/** Returns the files of the stack: first stack.yaml, and the spec if it has one. */
function filesOf({directory, name, from, taken, source}: StateStack, formOf: FormOf): readonly NewFile[] {
  const entry = source ?? {spec: SPEC};
  return [
    {path: STACK, text: `# Imported from ${from}.\n${writeYaml({name, sources: [entry]})}`},
    ...(source === undefined ? [{path: SPEC, text: specText(taken, formOf)}] : []),
    ...(projectDirectory(directory) === undefined ? [{path: 'project.yaml', text: projectText(name)}] : []),
  ];
}
