import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../core/json.ts';
import {leavesOf, type MutationPatch, mutationConflict} from '../../core/policy/mutation-conflict.ts';
import type {ReadyMutation} from '../../core/policy/ready-mutation.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {secretLeaves} from '../../core/secret/secret-leaves.ts';
import {layPatch} from '../../core/variation/lay-patch.ts';
import {locate, originOf} from '../../core/variation/located.ts';
import {addStep, type Traces} from '../../core/variation/trace.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import type {Candidate, Candidates} from '../manifests/candidate.ts';
import {checkObject} from '../manifests/check-object.ts';

type Mutating = {readonly namespace: string | undefined; readonly histories: Traces | undefined};

/** An object, and the patches that it received. */
type Draft = {readonly candidate: Candidate; readonly patches: readonly MutationPatch[]};

/** Applies the mutations of a workspace in their order. Each mutation receives the result of the previous ones. */
export async function mutate(
  candidates: readonly Candidate[],
  mutations: readonly ReadyMutation[],
  mutating: Mutating,
): Promise<Candidates> {
  const diagnostics: Diagnostic[] = [];
  let drafts: readonly Draft[] = candidates.map((candidate) => ({candidate, patches: []}));
  for (const mutation of mutations) {
    const objects = drafts.filter(({candidate}) => candidate.type === undefined || candidate.type === 'Kubernetes');
    const results = await mutation.patchesFor(
      objects.map(({candidate}) => candidate.object),
      mutating.namespace,
    );
    const resultOf = new Map(objects.map((draft, i) => [draft, results[i]]));
    drafts = drafts.map((draft) => {
      const result = resultOf.get(draft);
      if (result === undefined) return draft;
      const changed = 'problem' in result ? result : changeOne(draft, {mutation, patch: result.patch, ...mutating});
      if (!('problem' in changed)) return changed;
      diagnostics.push(problemOf(mutation, draft, changed));
      return draft;
    });
  }
  return {candidates: drafts.map(({candidate}) => candidate), diagnostics};
}

type Change = Mutating & {readonly mutation: ReadyMutation; readonly patch: JsonObject};

type Problem = {readonly problem: string; readonly hint?: string};

function changeOne(draft: Draft, {mutation, patch, histories}: Change): Draft | Problem {
  const {candidate} = draft;
  const {name, after, at} = mutation;
  if (Object.keys(patch).length === 0) return draft;
  const patches = [...draft.patches, {name, after, patch}];
  const conflict = mutationConflict(idOfObject(candidate.object), patches);
  if (conflict !== undefined)
    return {
      problem: `${conflict.first} sets \`${conflict.path}\` to another value`,
      hint: `Correct one of them, or add \`after: [${conflict.first}]\` to ${name}: the last one wins.`,
    };
  const origin = {file: at.file, position: () => at};
  const node = layPatch(locate(candidate.object, candidate.origin), locate(patch, origin));
  const object = node.value as JsonObject;
  if (!deepEqual(identityOf(object), identityOf(candidate.object)))
    return {problem: 'it must not change apiVersion, kind, name and namespace: they identify the object'};
  if (
    secretLeaves(object).length > 0 &&
    leavesOf(patch).some(({path: [first]}) => first === 'data' || first === 'stringData')
  )
    return {problem: 'it must not change the values of a Secret: it does not receive them'};
  if (deepEqual(object, candidate.object)) return {candidate, patches};
  const made: Candidate = {...candidate, object, origin: originOf(node), own: candidate.own ?? candidate.object};
  const [wrong] = checkObject({object, origin: made.origin});
  if (wrong !== undefined) return {problem: wrong.message};
  if (histories !== undefined) {
    // The new object takes over the history of the source's object.
    histories.steps.set(made, histories.steps.get(candidate) ?? []);
    addStep(histories, made, {layer: {kind: 'policy', name}, node});
  }
  return {candidate: made, patches};
}

const problemOf = ({name, at}: ReadyMutation, {candidate}: Draft, {problem, hint}: Problem): Diagnostic => ({
  severity: 'error',
  code: `policy/${name}`,
  message: `the policy ${name} cannot change ${idOfObject(candidate.object)}: ${problem}`,
  at,
  ...defined({hint}),
});
