import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../core/json.ts';
import type {Literals} from '../../../../core/sealing/literals.ts';
import {hideInPath} from '../../../../core/secret/hide-in-path.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {FieldDifference} from '../../../../kubernetes/fields/compare.ts';
import {dropNulls, dropServerFields, foldStringData} from '../../../../kubernetes/fields/drop-server-fields.ts';
import type {FieldSet} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {project} from '../../../../kubernetes/fields/project.ts';
import {type OwnershipMetadata, setOwnership} from '../../../../kubernetes/plan/set-ownership.ts';
import type {Source} from '../../../../kubernetes/plan/source-map.ts';
import {setDigests} from '../../../../kubernetes/restart/config-digests.ts';
import {type Redaction, redactObject, redactValue} from '../../../../kubernetes/secret/redact-object.ts';
import {redactText, redactWritten, textLiterals} from '../../../../kubernetes/secret/redact-text.ts';
import {hidden, type Shown, shownRedacted} from '../../../../kubernetes/secret/shown-value.ts';
import {canonicalJson} from '../../../../lib/canonical-json.ts';
import {once} from '../../../../lib/once.ts';
import {sha256} from '../../../../lib/sha256.ts';
import type {Candidate} from './candidate.ts';
import {hiddenFields, NO_SECRETS, type ObjectSecrets} from './object-secrets.ts';
import type {PodDigests} from './pod-digests.ts';

/** The desired object, exactly as it will be sent. */
export type Target = Candidate & {
  readonly desired: JsonObject;
  /** The field set of `desired`: the fields that our apply entry will own. */
  readonly fields: FieldSet;
  /** Returns the user's object for the release: with references, without our label and annotations, with secrets sealed. */
  readonly redacted: () => JsonObject;
  /** Returns the secrets that `redacted` replaced by digests. */
  readonly literals: () => Literals;
  /** Returns the SHA-256 of `desired` with secrets sealed. An unchanged object rarely needs it. */
  readonly digest: () => string;
  /** Seals an object in the form of a release. */
  readonly seal: (object: JsonObject) => JsonObject;
  /** Seals an object in the form of views: former secrets are sealed, too. */
  readonly sealSeen: (object: JsonObject) => JsonObject;
  /** Returns the user's text as it is in the file, sealed. */
  readonly redactedText: () => JsonObject;
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
  /** The digests in its pod template, if its pods restart when their configuration changes. */
  readonly podDigests?: PodDigests | undefined;
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
  readonly ownership: Omit<OwnershipMetadata, 'ownId'>;
  readonly digestKey: Secret;
  readonly own?: JsonObject | undefined;
  readonly secrets?: ObjectSecrets;
  readonly podDigests?: PodDigests | undefined;
};

/** Adds Gantry's labels and annotations, drops nulls, and seals secret values for records. */
export function targetOf(request: TargetRequest): Target {
  const {candidate, object, ownership, digestKey, own, secrets = NO_SECRETS, podDigests} = request;
  const {kind, resource, written} = candidate;
  const wanted = dropNulls(foldStringData(object), kind.schema);
  const digests = podDigests?.text;
  const complete = digests === undefined ? wanted : setDigests(wanted, digests);
  const desired = setOwnership(complete, {...ownership, ownId: candidate.ownId});
  const text = {key: digestKey.reveal(), resourceId: resource.id, expands: secrets.expands};
  const redaction: Redaction = {...text, schema: kind.schema, fields: secrets.fields, knows: secrets.knows};
  const seeing: Redaction = {...redaction, fields: hiddenFields(secrets), knows: secrets.knowsSeen};
  const seal = (value: JsonObject): JsonObject => redactObject(redaction, value);
  return {
    ...candidate,
    desired,
    fields: fieldSetOf(desired, kind.schema),
    redacted: once(() => redactText(text, written)),
    literals: () => textLiterals(text, written),
    digest: once(() => digestRedacted(seal(desired))),
    seal,
    sealSeen: (value) => redactObject(seeing, value),
    redactedText: () => redactWritten(text, written),
    show: (difference) => show(difference, candidate, seeing),
    pathText: (path) => formatFieldPath(hideInPath(path, secrets.knowsSeen)),
    secrets,
    podDigests,
    own: own && once(() => redactText(text, dropServerFields(own))),
  };
}

/** Returns the SHA-256 of the canonical JSON in hex; secrets go in sealed, so the digest does not reveal them. */
export const digestRedacted = (redacted: JsonObject): string => sha256(canonicalJson(redacted));

/** Returns the server's object reduced to our fields, with secrets sealed: the `applied` record of a release. */
export const appliedOf = ({seal, fields, kind}: Pick<Target, 'seal' | 'fields' | 'kind'>, object: JsonObject): Json =>
  project(seal(object), fields, kind.schema);

function show(difference: FieldDifference, {identity}: Pick<Candidate, 'identity'>, redaction: Redaction): Shown {
  const {path, ...sides} = difference;
  if (isSecretOfKind(path, identity)) return hidden(sides);
  const redacted = Object.entries(sides).map(([side, value]) => [side, redactValue(redaction, path, value)] as const);
  return shownRedacted(Object.fromEntries(redacted));
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
