import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {follow} from '../../../../core/reference/path.ts';
import {referenceDiagnostic} from '../../../../core/reference/problem.ts';
import {referencesIn} from '../../../../core/reference/references-in.ts';
import {at, fieldPathOf} from '../../../../kubernetes/plan/source-map.ts';
import type {Candidate} from './candidate.ts';
import type {SecretValues} from './object-secrets.ts';
import type {OtherStacks} from './other-stacks.ts';
import type {PlannedObject} from './planned-object.ts';
import {resolveText} from './resolve-text.ts';

export type ResolvedObject = {
  readonly object: JsonObject;
  /** Fields that are known only after apply; they are left out of `object`. */
  readonly unknown: readonly JsonPath[];
  /** Fields that took a value of a secret store. */
  readonly secretFields: readonly FieldPath[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Where values come from that no resource of this stack has. */
export type Sources = {readonly values?: SecretValues; readonly others?: Pick<OtherStacks, 'lookup'>};

/** Puts the values of other resources in place of references, as far as they are known before the apply. */
export async function resolveAttributes(
  {resource, written, origin, kind: {schema}}: Candidate,
  plans: ReadonlyMap<string, Promise<PlannedObject>>,
  ids: ReadonlySet<string>,
  {values: secrets = new Map(), others}: Sources = {},
): Promise<ResolvedObject> {
  const {references} = referencesIn(written, ids);
  const named = new Map<string, PlannedObject>();
  for (const {id} of references) {
    const plan = await plans.get(id);
    if (plan !== undefined) named.set(id, plan);
  }
  const lookup = (id: string, path: JsonPath = []): JsonObject | 'unknown' | undefined => {
    const other = others?.lookup(id, path);
    if (other !== undefined) return other;
    const plan = named.get(id);
    // Wanted, and wrong itself: that is told there.
    if (plan === undefined) return ids.has(id) ? 'unknown' : undefined;
    if (plan.unread === true && path[0] !== 'metadata') return 'unknown';
    const known = knownObject(plan);
    if (plan.change.action === 'unchanged') return known;
    return !('value' in follow(known, path)) || moves(plan, path) ? 'unknown' : known;
  };
  const {object, unknown, secretFields, problems} = resolveText({written, schema, lookup, ids, secrets});
  return {
    object: unknown.reduce(withoutPath, object) as JsonObject,
    unknown,
    secretFields,
    diagnostics: problems.map((problem) => referenceDiagnostic(problem, resource.id, origin)),
  };
}

/** Of a new object only what was written is sure: a dry run allots other addresses and uids than the write. */
const knownObject = ({change, target, predicted}: PlannedObject): JsonObject =>
  change.action === 'create' || predicted === undefined ? target.desired : predicted;

/** What a controller or the server writes anew when the object changes; labels and annotations move nothing but the version. */
function moves({change}: PlannedObject, [first, second]: JsonPath): boolean {
  if (first === 'metadata') return second === 'resourceVersion' || (second === 'generation' && changesSpec(change));
  return first === 'status' && changesSpec(change);
}

const changesSpec = ({fields}: PlannedObject['change']): boolean =>
  fields.some(({path, yielded}) => yielded !== true && !/^metadata\b/.test(path));

function withoutPath(value: Json, [step, ...rest]: JsonPath): Json {
  if (typeof step === 'number' && isList(value)) {
    return rest.length === 0 ? value.toSpliced(step, 1) : value.with(step, withoutPath(value[step] ?? null, rest));
  }
  if (typeof step !== 'string' || !isObject(value) || !Object.hasOwn(value, step)) return value;
  const {[step]: part, ...others} = value;
  return rest.length === 0 ? others : {...value, [step]: withoutPath(part ?? null, rest)};
}

/** What cannot be shown yet, at its place in the user's files. */
export const unknownFields = (
  {written, kind: {schema}, origin}: Pick<Candidate, 'written' | 'kind' | 'origin'>,
  unknown: readonly JsonPath[],
): readonly FieldChange[] =>
  unknown.map((place) => {
    const path = fieldPathOf(written, place, schema);
    return {path: formatFieldPath(path), unknown: true, cause: 'reference', ...at({written, schema, origin}, path)};
  });
