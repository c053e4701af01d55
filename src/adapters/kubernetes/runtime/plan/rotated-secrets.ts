import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {type FieldPath, fieldPathKey, formatFieldPath} from '../../../../core/fields/field-path.ts';
import {isObject} from '../../../../core/json.ts';
import {secretReferencesIn} from '../../../../core/reference/secret-references-in.ts';
import {kubernetesStates} from '../../../../core/release/resource-state.ts';
import {isRedacted} from '../../../../core/secret/redacted-value.ts';
import {compareObjects} from '../../../../kubernetes/fields/compare.ts';
import {secretField} from '../../../../kubernetes/secret/secret-fields.ts';
import type {RecalledRelease} from '../../../../ports/plan-request.ts';
import type {PlannedObject} from './planned-object.ts';

/**
 * Returns a note for each value of a secret store that has changed since a release that is applied again. Releases
 * contain references and digests, but no values, so only the current value can be sent.
 */
export function rotatedSecrets(
  planned: readonly Pick<PlannedObject, 'target'>[],
  {revision, state}: RecalledRelease,
): readonly Diagnostic[] {
  const left = new Map(kubernetesStates(state).map((entry) => [entry.id, entry]));
  return planned.flatMap(({target}) => {
    const {id} = target.resource;
    const then = left.get(id);
    // Nothing is recorded for an object that the release never created.
    if (!target.secrets.expands || then === undefined || !isObject(then.applied)) return [];
    if (then.desiredDigest === target.digest()) return [];
    return otherRedacted(target, then.applied).map(
      (path): Diagnostic => ({
        severity: 'warning',
        code: 'secret/rotated',
        message: `${formatFieldPath(path)} takes ${sourceOf(target, path)}, whose value is no longer the one of revision ${revision}`,
        resource: id,
        path: formatFieldPath(path),
      }),
    );
  });
}

type Target = PlannedObject['target'];

function otherRedacted(
  {seal, desired, kind: {schema}}: Target,
  applied: Parameters<typeof compareObjects>[1],
): readonly FieldPath[] {
  const differing = compareObjects(seal(desired), applied, schema).flatMap(({path, before, after}) => {
    if (isRedacted(before) && isRedacted(after)) return [path];
    // Without a schema a redacted value is compared by its parts.
    const inside = path.findIndex((step) => 'field' in step && step.field === '$gantry');
    return inside > 0 ? [path.slice(0, inside)] : [];
  });
  return [...new Map(differing.map((path) => [fieldPathKey(path), path])).values()];
}

function sourceOf({written, kind: {schema}}: Target, path: FieldPath): string {
  const key = fieldPathKey(path);
  const found = secretReferencesIn(written).filter(({at}) => fieldPathKey(secretField(written, at, schema)) === key);
  return found.length === 0 ? 'a value of the secret store' : found.map(({uri}) => uri).join(' and ');
}
