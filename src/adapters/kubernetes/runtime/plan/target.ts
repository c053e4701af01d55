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

/** The desired object, exactly as it will be sent. */
export type Target = Candidate & {
  readonly desired: JsonObject;
  /** The field set of `desired`: the fields that our apply entry will own. */
  readonly fields: FieldSet;
  /** Returns the user's object for the release: with references, without our label and annotations, with secrets sealed. */
  readonly sealed: () => JsonObject;
  /** Returns the SHA-256 of `desired` with secrets sealed. An unchanged object rarely needs it. */
  readonly digest: () => string;
  /** Seals an object in the form of a release. */
  readonly seal: (object: JsonObject) => JsonObject;
  /** Seals an object in the form of views: former secrets are sealed, too. */
  readonly sealSeen: (object: JsonObject) => JsonObject;
  /** Returns the user's text as it is in the file, sealed. */
  readonly sealedText: () => JsonObject;
  /** Returns the sides of a difference without the secrets in them. */
  readonly show: (difference: FieldDifference) => Shown;
  /** Returns a path as text, without the secrets in it. */
  readonly pathText: (path: FieldPath) => string;
  readonly secrets: ObjectSecrets;
  /** Returns the stack's own files, sealed; present if the workspace changed them. */
  readonly own?: (() => JsonObject) | undefined;
  /** Returns what to send and compare, given the live object; present if `ignore` rules apply. */
  readonly leave?: (live: JsonObject) => Target;
  /** Reports whether a field is left to others and therefore not compared. */
  readonly left?: (path: FieldPath) => boolean;
  /** The maps and lists that an update empties, and that are therefore left out of `desired`. */
  readonly cleared?: readonly FieldPath[];
  /** The target that includes these. */
  readonly whole?: Target;
  /** Leaves out the same fields in the same object with other values. */
  readonly leaveAgain?: (fresh: Target) => Target;
};

/** Returns the user's text of the object, and its place in the files. */
export const sourceOf = ({kind, origin, written}: Pick<Target, 'kind' | 'origin' | 'written'>): Source => ({
  written,
  schema: kind.schema,
  origin,
});

/** The parts of an object to apply. */
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

/** Returns the server's object reduced to our fields, with secrets sealed: the `applied` record of a release. */
export const appliedOf = ({seal, fields, kind}: Pick<Target, 'seal' | 'fields' | 'kind'>, object: JsonObject): Json =>
  project(seal(object), fields, kind.schema);

function show(difference: FieldDifference, {identity}: Pick<Candidate, 'identity'>, sealing: Sealing): Shown {
  const {path, ...sides} = difference;
  if (isSecretOfKind(path, identity)) return hidden(sides);
  const sealed = Object.entries(sides).map(([side, value]) => [side, sealValue(sealing, path, value)] as const);
  return shownSealed(Object.fromEntries(sealed));
}

/** Reports whether the values at a path are secret because of the kind of the object. */
function isSecretOfKind(path: FieldPath, identity: Candidate['identity']): boolean {
  const [first, , last] = path;
  if (first === undefined || !('field' in first)) return false;
  // kubectl's copy of a whole manifest contains a Secret in clear, and is of no use for other objects.
  const isCopy = last !== undefined && 'field' in last && last.field.endsWith('last-applied-configuration');
  if (first.field === 'metadata' && isCopy) return true;
  if (identity.group !== '' || identity.kind !== 'Secret') return false;
  return first.field === 'data' || first.field === 'stringData';
}
