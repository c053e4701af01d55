import {createHash} from 'node:crypto';
import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../core/json.ts';
import {hideInPath} from '../../../../core/secret/hide-in-path.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropNulls, dropServerFields, foldStringData} from '../../../../kubernetes/fields/drop-server-fields.ts';
import type {FieldSet} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {project} from '../../../../kubernetes/fields/project.ts';
import {type Marks, markOwned} from '../../../../kubernetes/plan/mark-owned.ts';
import type {Source} from '../../../../kubernetes/plan/source-map.ts';
import {type Sealing, sealObject, sealValue} from '../../../../kubernetes/secret/seal-object.ts';
import {sealText, sealWritten} from '../../../../kubernetes/secret/seal-text.ts';
import {hidden, type Shown, shownSealed} from '../../../../kubernetes/secret/shown-value.ts';
import {canonicalJson} from '../../../../lib/canonical-json.ts';
import {once} from '../../../../lib/once.ts';
import type {Candidate} from './candidate.ts';
import {hiddenFields, NO_SECRETS, type ObjectSecrets} from './object-secrets.ts';

/** What is wanted of one object, exactly as it will be sent. */
export type Target = Candidate & {
  readonly desired: JsonObject;
  /** The field set of `desired`: what our apply entry will hold. */
  readonly fields: FieldSet;
  /** What the user wrote, references kept, without our marks, secret leaves sealed: what the release keeps. */
  readonly sealed: () => JsonObject;
  /** sha256 of `desired`, secret leaves sealed. An unchanged object rarely needs it. */
  readonly digest: () => string;
  /** As a release keeps it. */
  readonly seal: (object: JsonObject) => JsonObject;
  /** As views compare it: with former secrets sealed as well. */
  readonly sealSeen: (object: JsonObject) => JsonObject;
  /** What the user wrote, as it stands in the file. */
  readonly sealedText: () => JsonObject;
  /** The sides of a difference without the secrets in them. */
  readonly show: (difference: FieldDifference) => Shown;
  /** A path as text, without the secrets in it. */
  readonly pathText: (path: FieldPath) => string;
  readonly secrets: ObjectSecrets;
  /** What the stack's own files say, where the workspace has changed it; sealed. */
  readonly own?: (() => JsonObject) | undefined;
  /** Present where `ignore` rules are about it: what to send, and what is compared, given the live object. */
  readonly leave?: (live: JsonObject) => Target;
  /** Fields that are left to others: they are not compared. */
  readonly left?: (path: FieldPath) => boolean;
  /** Maps and lists that the files empty by an update, and that are therefore left out of `desired`. */
  readonly cleared?: readonly FieldPath[];
  /** The target with these. */
  readonly whole?: Target;
  /** Leaves out the same in the same object with other values. */
  readonly leaveAgain?: (fresh: Target) => Target;
};

/** Returns the user's text of the object, and its place in the files. */
export const sourceOf = ({kind, origin, written}: Pick<Target, 'kind' | 'origin' | 'written'>): Source => ({
  written,
  schema: kind.schema,
  origin,
});

/** What an object to apply is made of. */
export type TargetRequest = {
  readonly candidate: Candidate;
  /** The user's object with its references resolved. */
  readonly object: JsonObject;
  readonly marks: Omit<Marks, 'ownId'>;
  readonly sealKey: Secret;
  readonly own?: JsonObject | undefined;
  readonly secrets?: ObjectSecrets;
};

/** Adds Gantry's labels and annotations, drops nulls, and seals secret values for records. */
export function targetOf(request: TargetRequest): Target {
  const {candidate, object, marks, sealKey, own, secrets = NO_SECRETS} = request;
  const {kind, resource, written} = candidate;
  const wanted = dropNulls(foldStringData(object), kind.schema);
  const desired = markOwned(wanted, {...marks, ownId: candidate.ownId});
  const text = {key: sealKey.reveal(), resourceId: resource.id, expands: secrets.expands};
  const sealing: Sealing = {...text, schema: kind.schema, fields: secrets.fields, knows: secrets.knows};
  const seeing: Sealing = {...sealing, fields: hiddenFields(secrets), knows: secrets.knowsSeen};
  const seal = (value: JsonObject): JsonObject => sealObject(sealing, value);
  return {
    ...candidate,
    desired,
    fields: fieldSetOf(desired, kind.schema),
    sealed: once(() => sealText(text, written)),
    digest: once(() => digestSealed(seal(desired))),
    seal,
    sealSeen: (value) => sealObject(seeing, value),
    sealedText: () => sealWritten(text, written),
    show: (difference) => show(difference, candidate, seeing),
    pathText: (path) => formatFieldPath(hideInPath(path, secrets.knowsSeen)),
    secrets,
    own: own && once(() => sealText(text, dropServerFields(own))),
  };
}

/** Returns the SHA-256 of the canonical JSON in hex; secrets go in sealed, so the digest does not reveal them. */
export const digestSealed = (sealed: JsonObject): string =>
  createHash('sha256').update(canonicalJson(sealed)).digest('hex');

/** The server's object reduced to the fields that are ours, secret leaves sealed: what the release keeps as applied. */
export const appliedOf = ({seal, fields, kind}: Pick<Target, 'seal' | 'fields' | 'kind'>, object: JsonObject): Json =>
  project(seal(object), fields, kind.schema);

function show(difference: FieldDifference, {identity}: Pick<Candidate, 'identity'>, sealing: Sealing): Shown {
  const {path, ...sides} = difference;
  if (isSecretOfKind(path, identity)) return hidden(sides);
  const sealed = Object.entries(sides).map(([side, value]) => [side, sealValue(sealing, path, value)] as const);
  return shownSealed(Object.fromEntries(sealed));
}

/** Whether the values at a path of such an object are never shown. */
function isSecretOfKind(path: FieldPath, identity: Candidate['identity']): boolean {
  const [first, , last] = path;
  if (first === undefined || !('field' in first)) return false;
  // kubectl's copy of a whole manifest: of a Secret in clear, of any other object nothing that anybody would read.
  const isCopy = last !== undefined && 'field' in last && last.field.endsWith('last-applied-configuration');
  if (first.field === 'metadata' && isCopy) return true;
  if (identity.group !== '' || identity.kind !== 'Secret') return false;
  return first.field === 'data' || first.field === 'stringData';
}
