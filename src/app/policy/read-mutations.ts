import {policyOf} from '../../config/policy.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {orderMutations} from '../../core/policy/order-mutations.ts';
import type {PolicyMutation} from '../../core/policy/policy.ts';
import type {MutationResult, ReadyMutation} from '../../core/policy/ready-mutation.ts';
import {isAbout} from '../../core/policy/select.ts';
import {maskedAt} from '../../core/variation/explain-path.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Deps} from '../deps.ts';
import {placeExpression} from '../plan/expression-compiler.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {describePolicy, faultsOf} from './describe-policy.ts';
import {programPath} from './program-path.ts';
import {subjectsOf} from './subject-of.ts';

/** Returns the merge patch for each object. */
type PatchAll = (objects: readonly JsonObject[]) => Promise<readonly MutationResult[]>;

/**
 * Reads the mutations of a workspace, in the order in which they apply.
 * @throws GantryError input/invalid with all problems of the mutations
 */
export async function readMutations(
  chosen: FoundWorkspace,
  deps: Pick<Deps, 'conditions' | 'openPrograms'>,
): Promise<readonly ReadyMutation[]> {
  const {mutations} = policyOf(chosen.workspace.policy, chosen.origin);
  const problems: Diagnostic[] = mutations.flatMap((one) => unknownNames(one, mutations));
  const order = orderMutations(mutations);
  if ('cycle' in order && problems.length === 0)
    problems.push(
      problemAt(mutations[0], `the \`after\` fields of these mutations form a cycle: ${order.cycle.join(', ')}`),
    );
  const ready: ReadyMutation[] = [];
  for (const mutation of 'ordered' in order ? order.ordered : []) {
    const {name, after, at} = mutation;
    const read =
      'expression' in mutation.by
        ? byExpression(mutation, mutation.by.expression, await deps.conditions())
        : await byProgram(mutation, mutation.by.file, chosen, deps);
    if ('problems' in read) problems.push(...read.problems);
    else
      ready.push({
        name,
        after,
        at,
        patchesFor: (objects, namespace) => selected(mutation, objects, {namespace, patchAll: read.patchAll}),
      });
  }
  if (problems.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(problems)});
  return ready;
}

type Selecting = {readonly namespace: string | undefined; readonly patchAll: PatchAll};

/** Returns the patches for the objects that a mutation matches. A mutation receives no values of Secrets. */
async function selected(
  {match, exclude}: PolicyMutation,
  objects: readonly JsonObject[],
  {namespace, patchAll}: Selecting,
): Promise<readonly MutationResult[]> {
  const subjects = subjectsOf(objects, namespace);
  const about = objects.filter((_, i) => {
    const subject = subjects[i];
    return subject !== undefined && isAbout({match, exclude}, subject);
  });
  const patches = await patchAll(about.map((object) => maskedAt(object, []) as JsonObject));
  const found = new Map(about.map((object, i) => [object, patches[i]]));
  return objects.map((object) => found.get(object));
}

type Read = {readonly patchAll: PatchAll} | {readonly problems: readonly Diagnostic[]};

function byExpression(
  {name, at}: PolicyMutation,
  expression: string,
  conditions: Awaited<ReturnType<Deps['conditions']>>,
): Read {
  const compiled = conditions.compileMapping(['object'], expression);
  if (compiled.kind === 'wrong') {
    const {message, hint, ...range} = compiled;
    const {at: place, note} = placeExpression(at, expression, range);
    const text = `the rule ${name}: ${message}${note}`;
    return {
      problems: [{severity: 'error', code: 'policy/expression', message: text, at: place, ...defined({hint})}],
    };
  }
  return {
    patchAll: async (objects) =>
      objects.map((object) => {
        const given = compiled.give({object});
        return 'problem' in given
          ? {problem: `the expression cannot be evaluated: ${given.problem}`}
          : {patch: given.value};
      }),
  };
}

async function byProgram(
  {at}: PolicyMutation,
  file: string,
  chosen: FoundWorkspace,
  {openPrograms}: Pick<Deps, 'openPrograms'>,
): Promise<Read> {
  const place = programPath(file, chosen, at);
  if ('problem' in place) return {problems: [place.problem]};
  const {path} = place;
  const programs = openPrograms([path]);
  const described = await describePolicy(path, {file, at}, programs);
  if ('problems' in described) return described;
  if (!described.parts.includes('mutate')) return {problems: faultsOf(file, at, ['it has no `mutate`'])};
  return {
    patchAll: async (objects) => {
      if (objects.length === 0) return [];
      const result = await programs.call('mutate', path, objects);
      if ('faults' in result) {
        throw new GantryError({code: 'input/invalid', diagnostics: faultsOf(file, at, result.faults)});
      }
      const answers = isList(result.value) ? result.value : [];
      return objects.map((_, i) => resultIn(answers[i]));
    },
  };
}

/** Reads the answer for one object. The process of a program is not trusted. */
function resultIn(answer: Json | undefined): MutationResult {
  const {patch, failed} = answer !== undefined && isObject(answer) ? answer : {};
  if (patch !== undefined && isObject(patch)) return {patch};
  return {problem: typeof failed === 'string' ? failed : 'the program returned a value that cannot be used'};
}

const problemAt = (mutation: PolicyMutation | undefined, message: string, hint?: string): Diagnostic => ({
  severity: 'error',
  code: 'policy/order',
  message,
  ...defined({at: mutation?.at, hint}),
});

function unknownNames(mutation: PolicyMutation, all: readonly PolicyMutation[]): readonly Diagnostic[] {
  const known = all.map(({name}) => name).filter((name) => name !== mutation.name);
  return mutation.after
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = didYouMean(name, known);
      const message = `\`after\` of ${mutation.name}: the mutation ${name} was not found`;
      return problemAt(mutation, message, nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`);
    });
}
