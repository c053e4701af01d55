import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type JsonObject} from '../../core/json.ts';
import {idOf, idOfObject} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {expandContext, type WorkspaceValues} from '../../core/variation/expand-context.ts';
import type {ImageChange} from '../../core/variation/image-change.ts';
import {type Located, locate, originOf} from '../../core/variation/located.ts';
import type {VariationProblem} from '../../core/variation/problem.ts';
import {addStep, type ContextUse, type Step, type Traces} from '../../core/variation/trace.ts';
import {imagesIn, setImages} from '../../kubernetes/variation/set-images.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {Candidate, Candidates} from '../manifests/candidate.ts';
import {checkObject} from '../manifests/check-object.ts';
import {applyPatch, bodyFor, layOver, matchesPatch, type Patch} from './patch.ts';

/** Replacements of images by their name, with their sources for messages: `--image nginx=:1.27`, `images.nginx`. */
export type Images = ReadonlyMap<string, ImageChange & {readonly shown: string}>;

/** The changes of a stack's resources for a workspace. */
export type Variation = {
  /** In the order in which they apply. */
  readonly patches: readonly Patch[];
  readonly images: Images;
  /** The images without those of the workspace. */
  readonly common: Images;
  readonly workspace: WorkspaceValues | undefined;
  readonly namespace: string | undefined;
  /** Records the changes of each object, if present. */
  readonly histories?: Traces | undefined;
};

/** An object during the variation: with and without the changes of its workspace. */
type Draft = {
  readonly candidate: Candidate;
  readonly node: Located;
  /** The object without its workspace. Absent: the workspace does not change it. */
  readonly own?: Located;
};

/** Varies the objects of the sources: expands `${context:…}`, then applies patches in their order, then images. */
export function vary(candidates: readonly Candidate[], variation: Variation): Candidates {
  const diagnostics: Diagnostic[] = [];
  const report = (problem: VariationProblem): void => void diagnostics.push(diagnosticOf(problem));
  let drafts = candidates.map((candidate) => expanded(candidate, variation, report));
  for (const patch of variation.patches) drafts = patched(drafts, patch, {...variation, report, diagnostics});
  diagnostics.push(...unusedImages(drafts, variation));
  return {candidates: drafts.map((draft) => finished(draft, variation, diagnostics)), diagnostics};
}

type Report = (problem: VariationProblem) => void;

function expanded(candidate: Candidate, {workspace, histories}: Variation, report: Report): Draft {
  const node = locate(candidate.object, candidate.origin);
  const own = candidate.own === undefined ? undefined : locate(candidate.own, candidate.origin);
  const before = defined({own});
  if (histories !== undefined) addSource(histories, candidate, node);
  if (!candidate.isExpandable) return {candidate, node, ...before};
  const filled = expandContext(node, {workspace, escapes: true, report, onUse: onUseOf(histories)});
  if (filled === node) return {candidate, node, ...before};
  if (histories !== undefined) addStep(histories, candidate, {layer: {kind: 'context'}, node: filled});
  return {candidate, node: filled, own: own ?? node};
}

/** Records the layers of the source itself: most sources have one. */
function addSource(histories: Traces, candidate: Candidate, node: Located): void {
  const {steps = [{layer: {kind: 'source'}, node}], contextUses = []} = candidate.history ?? {};
  for (const step of steps) addStep(histories, candidate, step);
  histories.contextUses.push(...contextUses);
}

const onUseOf = (histories: Traces | undefined): ((use: ContextUse) => void) | undefined =>
  histories && ((use) => void histories.contextUses.push(use));

type Patching = Variation & {readonly report: Report; readonly diagnostics: Diagnostic[]};

function patched(drafts: readonly Draft[], patch: Patch, patching: Patching): Draft[] {
  const {namespace, diagnostics} = patching;
  const selected = drafts.filter(({node}) => matchesPatch(patch, node.value as JsonObject, namespace));
  const matches = patch.selects === 'one' ? inOwnNamespace(selected, namespace) : selected;
  if (matches.length === 0) diagnostics.push(unmatched(patch, drafts, namespace));
  if (matches.length > 1 && patch.selects === 'one') {
    diagnostics.push(ambiguous(patch, matches));
    return [...drafts];
  }
  const matched = new Set(matches);
  return drafts.flatMap((draft) => (matched.has(draft) ? (patchOne(draft, patch, patching) ?? []) : [draft]));
}

/** Returns the drafts in the namespace of the stack; all drafts if none is there. */
function inOwnNamespace(drafts: readonly Draft[], stackNamespace: string | undefined): readonly Draft[] {
  const own = drafts.filter(({node}) => {
    const {namespace = stackNamespace} = identityOf(node.value as JsonObject);
    return namespace === stackNamespace;
  });
  return own.length === 0 ? drafts : own;
}

function patchOne(draft: Draft, patch: Patch, patching: Patching): Draft | undefined {
  const {workspace, report, diagnostics, histories} = patching;
  const {candidate, node, own} = draft;
  const escapes = candidate.isExpandable;
  const body = bodyFor(node, patch, {workspace, escapes, expands: true, report, onUse: onUseOf(histories)});
  const result = layOver(node, patch, body, report);
  if (histories !== undefined) addStep(histories, candidate, stepOf(patch, body, result));
  if (result === undefined) return undefined;
  if (!deepEqual(identityOf(result.value as JsonObject), identityOf(node.value as JsonObject))) {
    diagnostics.push(otherIdentity(patch, candidate.object));
    return draft;
  }
  const quiet = {workspace, escapes, expands: false, report: () => undefined};
  const without = patch.isWorkspaces ? (own ?? node) : applyPatch(own ?? node, patch, quiet);
  const varies = own !== undefined || !deepEqual(without?.value, result.value);
  return {candidate, node: result, ...defined({own: varies && without !== undefined ? without : undefined})};
}

function stepOf({form, isWorkspaces, head}: Patch, body: Located, node: Located | undefined): Step {
  const layer = {kind: 'patch', form, isWorkspaces, head: head.place, body} as const;
  return node === undefined ? {layer} : {layer, node};
}

function finished(draft: Draft, {images, common, histories}: Variation, diagnostics: Diagnostic[]): Candidate {
  const {candidate, node, own} = draft;
  const [varied, alone] =
    images.size === 0 ? [node, own ?? node] : [setImages(node, images), setImages(own ?? node, common)];
  const without = own === undefined && deepEqual(alone.value, varied.value) ? undefined : alone;
  if (histories !== undefined && varied !== node)
    addStep(histories, candidate, {layer: {kind: 'images', images}, node: varied});
  if (varied.value === candidate.object) return candidate;
  const origin = originOf(varied);
  const object = isObject(varied.value) ? varied.value : {};
  if (candidate.type !== 'Terraform') diagnostics.push(...checkObject({object, origin}));
  const made = {
    ...candidate,
    object,
    origin,
    ...defined({own: without === undefined ? undefined : (without.value as JsonObject)}),
  };
  // The new object takes over the history of the source's object.
  histories?.steps.set(made, histories.steps.get(candidate) ?? []);
  return made;
}

const diagnosticOf = ({code, message, hint, place}: VariationProblem): Diagnostic => ({
  severity: 'error',
  code,
  message,
  at: place.origin.position(place.path),
  ...defined({hint}),
});

function unmatched({target, head}: Patch, drafts: readonly Draft[], stackNamespace: string | undefined): Diagnostic {
  const {apiVersion = '', kind = '', name = '', namespace = stackNamespace} = target;
  const objects = drafts.map(({node}) => node.value as JsonObject);
  const elsewhere = objects
    .map(identityOf)
    .find((one) => one.kind === kind && one.name === name && one.apiVersion === apiVersion);
  const wanted = idOf({apiVersion, kind, name, ...defined({namespace})});
  const nearest = didYouMean(
    wanted,
    objects.map((object) => idOfObject(withNamespace(object, stackNamespace))),
  );
  const hint =
    elsewhere !== undefined
      ? `Remove \`namespace\` from the patch: the object is in the namespace ${elsewhere.namespace ?? stackNamespace}.`
      : nearest === undefined
        ? 'Run "gantry build" to print the objects.'
        : `Did you mean ${nearest}?`;
  const isOne = target.apiVersion !== undefined && target.kind !== undefined && target.name !== undefined;
  const message = isOne
    ? `the object of this patch was not found: ${wanted}`
    : 'the target of this patch selects no object';
  return {...diagnosticOf({code: 'patch/failed', message, hint, place: head.place}), code: 'patch/unmatched'};
}

function ambiguous({head}: Patch, drafts: readonly Draft[]): Diagnostic {
  const ids = drafts.map(({node}) => idOfObject(node.value as JsonObject)).toSorted();
  const message = `this patch is for one object, and ${ids.length} objects match: ${ids.join(', ')}`;
  const hint = 'Add `namespace` to the metadata of the patch, or use `target` to patch all of them.';
  return {...diagnosticOf({code: 'patch/failed', message, hint, place: head.place}), code: 'patch/ambiguous'};
}

function withNamespace(object: JsonObject, namespace: string | undefined): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  if (namespace === undefined || metadata['namespace'] !== undefined) return object;
  return {...object, metadata: {...metadata, namespace}};
}

function otherIdentity({head}: Patch, object: JsonObject): Diagnostic {
  const message = `a patch cannot change the identity of ${idOfObject(object)}`;
  const hint = 'Remove apiVersion, kind, name and namespace from the changes: they identify the object.';
  return diagnosticOf({code: 'patch/failed', message, hint, place: head.place});
}

/** Reports images that no container uses. The name is probably misspelt, and the requested image would not run. */
function unusedImages(drafts: readonly Draft[], {images}: Variation): readonly Diagnostic[] {
  if (images.size === 0) return [];
  const used = new Set(drafts.flatMap(({node}) => imagesIn(node)));
  return [...images]
    .filter(([name]) => !used.has(name))
    .map(([name, {place, shown}]) => {
      const nearest = didYouMean(name, used);
      const hint =
        nearest === undefined ? 'Use the name from the manifests, without tag and digest.' : `Did you mean ${nearest}?`;
      return {
        ...diagnosticOf({code: 'patch/failed', message: `${shown}: no container uses this image`, hint, place}),
        code: 'image/unmatched',
      };
    });
}
