import {createHash} from 'node:crypto';
import {type FieldPath} from '../../../../core/fields/field-path.ts';
import type {FieldSet} from '../../../../core/fields/field-set.ts';
import {fieldSetOf} from '../../../../core/fields/field-set-of.ts';
import {dropNulls, dropServerFields, foldStringData} from '../../../../core/fields/prepare.ts';
import {project} from '../../../../core/fields/project.ts';
import type {Json, JsonObject} from '../../../../core/json.ts';
import {type Marks, markOwned} from '../../../../core/plan/mark-owned.ts';
import {maskKubernetes} from '../../../../core/secret/mask.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {canonicalJson} from '../../../../lib/canonical-json.ts';
import {once} from '../../../../lib/once.ts';
import type {Candidate} from './candidate.ts';

/** What is wanted of one object, exactly as it will be sent. */
export type Target = Candidate & {
  readonly desired: JsonObject;
  /** The field set of `desired`: what our apply entry will hold. */
  readonly fields: FieldSet;
  /** What the user wrote, references kept, without our marks, secret leaves sealed: what the release keeps. */
  readonly sealed: () => JsonObject;
  /** sha256 of `desired`, secret leaves sealed. An unchanged object rarely needs it. */
  readonly digest: () => string;
  readonly seal: (object: JsonObject) => JsonObject;
  /** What the stack's own files say, where the workspace has changed it; sealed. */
  readonly own?: () => JsonObject;
  /** Present where `ignore` rules are about it: what to send, and what is compared, given the live object. */
  readonly leave?: (live: JsonObject) => Target;
  /** Fields that are left to others: they are not compared. */
  readonly left?: (path: FieldPath) => boolean;
  /** Leaves the same to others in the same object with other values. */
  readonly leaveAgain?: (fresh: Target) => Target;
};

export type TargetRequest = {
  readonly candidate: Candidate;
  /** The user's object with its references resolved. */
  readonly object: JsonObject;
  readonly marks: Omit<Marks, 'ownId'>;
  readonly sealKey: Secret;
  readonly own?: JsonObject | undefined;
};

export function targetOf({candidate, object, marks, sealKey, own}: TargetRequest): Target {
  const wanted = dropNulls(foldStringData(object), candidate.kind.schema);
  const desired = markOwned(wanted, {...marks, ownId: candidate.ownId});
  const seal = (value: JsonObject): JsonObject => maskKubernetes(sealKey.reveal(), candidate.resource.id, value);
  return {
    ...candidate,
    desired,
    fields: fieldSetOf(desired, candidate.kind.schema),
    sealed: once(() => seal(foldStringData(candidate.written))),
    digest: once(() =>
      createHash('sha256')
        .update(canonicalJson(seal(desired)))
        .digest('hex'),
    ),
    seal,
    ...(own === undefined ? {} : {own: once(() => seal(foldStringData(dropServerFields(own))))}),
  };
}

/** The server's object reduced to the fields that are ours, secret leaves sealed: what the release keeps as applied. */
export const appliedOf = ({seal, fields, kind}: Pick<Target, 'seal' | 'fields' | 'kind'>, object: JsonObject): Json =>
  project(seal(object), fields, kind.schema);

/** Whether the values at a path of this object are never shown. */
export const isSensitive =
  ({identity}: Pick<Candidate, 'identity'>) =>
  (path: FieldPath): boolean => {
    const [first, , last] = path;
    if (first === undefined || !('field' in first)) return false;
    // kubectl's copy of a whole manifest: of a Secret in clear, of any other object nothing that anybody would read.
    const isCopy = last !== undefined && 'field' in last && last.field.endsWith('last-applied-configuration');
    if (first.field === 'metadata' && isCopy) return true;
    if (identity.group !== '' || identity.kind !== 'Secret') return false;
    return first.field === 'data' || first.field === 'stringData';
  };
