import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {referenceDiagnostic} from '../../../../core/reference/reference-diagnostic.ts';
import {referencesIn} from '../../../../core/reference/references-in.ts';
import type {Lookup} from '../../../../core/reference/resolve-references.ts';
import {isSecretObject} from '../../../../core/reference/secret-data-references.ts';
import {type KnownValues, knownValues} from '../../../../core/reference/values.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {MASK} from '../../../../core/workspace/mask.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {at, fieldPathOf} from '../../../../kubernetes/plan/source-map.ts';
import {secretField} from '../../../../kubernetes/secret/secret-fields.ts';
import {defined} from '../../../../lib/defined.ts';
import type {Candidate} from './candidate.ts';
import type {ObjectSecrets, SecretValues} from './object-secrets.ts';
import type {OtherStacks} from './other-stacks.ts';
import type {PlannedObject} from './planned-object.ts';
import {plannedValues} from './planned-values.ts';
import {resolveText} from './resolve-text.ts';

/** An object with its references replaced by values. */
export type ResolvedObject = {
  readonly object: JsonObject;
  /** The fields that are known only after apply; they are left out of `object`. */
  readonly unknown: readonly JsonPath[];
  /** The fields that took a value of a secret store. */
  readonly secretFields: readonly FieldPath[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The sources of values that are not in resources of this stack. */
export type Sources = {
  /** The key for digests of values. */
  readonly digestKey: Secret;
  readonly values?: SecretValues;
  readonly others?: Pick<OtherStacks, 'lookup'>;
  /** The values of this stack's resources that other runtimes plan. */
  readonly runtimes?: KnownValues | undefined;
};

/** Replaces references by the values of other resources, as far as they are known before the apply. */
export async function resolveAttributes(
  {resource, written, origin, kind: {schema}}: Candidate,
  plans: ReadonlyMap<string, Promise<PlannedObject>>,
  ids: ReadonlySet<string>,
  {digestKey, values: secrets = new Map(), others, runtimes}: Sources,
): Promise<ResolvedObject> {
  const {references} = referencesIn(written, ids);
  const named = new Map<string, PlannedObject>();
  for (const {id} of references) {
    const plan = await plans.get(id);
    if (plan !== undefined) named.set(id, plan);
  }
  const own = knownValues((id) => {
    const plan = named.get(id);
    return plan === undefined ? undefined : plannedValues(plan);
  });
  const lookup: Lookup = (id, path = []) => {
    const other = others?.lookup(id, path) ?? own.lookup(id, path) ?? runtimes?.lookup(id, path);
    // A desired object that is itself wrong is reported separately.
    return other ?? (ids.has(id) ? 'unknown' : undefined);
  };
  const {object, unknown, secretFields, problems} = resolveText({
    written,
    schema,
    lookup,
    ids,
    secrets,
    digestKey,
    isSensitive: runtimes?.isSensitive,
  });
  return {
    object: unknown.reduce(withoutPath, object) as JsonObject,
    unknown,
    secretFields,
    diagnostics: problems.map((problem) => referenceDiagnostic(problem, resource.id, origin)),
  };
}

function withoutPath(value: Json, [step, ...rest]: JsonPath): Json {
  if (typeof step === 'number' && isList(value)) {
    return rest.length === 0 ? value.toSpliced(step, 1) : value.with(step, withoutPath(value[step] ?? null, rest));
  }
  if (typeof step !== 'string' || !isObject(value) || !Object.hasOwn(value, step)) return value;
  const {[step]: part, ...others} = value;
  return rest.length === 0 ? others : {...value, [step]: withoutPath(part ?? null, rest)};
}

/** The live object, and the secrets that it may contain. */
type SeenObject = {readonly live: JsonObject | undefined; readonly secrets: Pick<ObjectSecrets, 'knowsSeen'>};

/** Returns the fields whose values are not known yet, at their positions in the user's files, with their live values. Secret ones are masked. */
export const unknownFields = (
  {written, kind: {schema}, origin}: Pick<Candidate, 'written' | 'kind' | 'origin'>,
  unknown: readonly JsonPath[],
  {live, secrets}: SeenObject,
): readonly FieldChange[] =>
  unknown.map((place) => {
    const isSecret = isSecretObject(written);
    // The server moves stringData to data, so that is where the value will be.
    const path = isSecret ? secretField(written, place, schema) : fieldPathOf(written, place, schema);
    const found = live === undefined ? undefined : valueAt(live, path, schema);
    const isHidden = isSecret || secrets.knowsSeen(JSON.stringify(found ?? null));
    const before = found === undefined ? undefined : isHidden ? MASK : found;
    const shown = {path: formatFieldPath(path), ...defined({before}), unknown: true, cause: 'reference'} as const;
    return {...shown, ...at({written, schema, origin}, path)};
  });
