import type {Json, JsonPath} from '../../core/json.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {follow} from '../../core/reference/path.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {isVariableFile} from '../../core/terraform/source.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import {isReference} from './about-resource.ts';
import {fieldChanges} from './field-changes.ts';
import {isLeaf, sensitiveBy} from './masks.ts';
import {sealValues} from './sealed-values.ts';

/**
 * Returns the attributes that a file has changed since the last release. Both sides are as a release stores them: references as they are written, and
 * secrets as digests.
 */
export function writtenFields(
  {id, attributes}: Pick<Resource, 'id' | 'attributes'>,
  {prior, secrets: {digestKey}}: Pick<PlanRequest, 'prior' | 'secrets'>,
): readonly FieldChange[] {
  const last = prior.spec.find((one) => one.id === id)?.attributes;
  const isSecret = (path: JsonPath, value: Json | undefined): boolean => {
    const before = follow(last ?? {}, path);
    if ('value' in before && isRedacted(before.value)) return !isReference(value);
    return isLeaf(value) && !isReference(value) && (isNamedSecret(path, value) || isOfVariables(path));
  };
  // The digests of a release belong to the id that the resource had then.
  const written = sealValues(digestKey, prior.moved?.get(id) ?? id, attributes, isSecret);
  return fieldChanges({
    before: last,
    after: written,
    unknown: {},
    isSensitive: (_, value) => isRedacted(value),
    written,
    replacePaths: [],
    causeOf: (path) => (isReferenceAt(written, path) ? 'reference' : 'spec'),
  });
}

const isNamedSecret = sensitiveBy([], new Set());

/** Reports whether a path is that of a file of variables, in a source of Terraform code. */
const isOfVariables = ([first, file]: JsonPath): boolean => first === 'files' && isVariableFile(String(file));

function isReferenceAt(value: Json, path: JsonPath): boolean {
  const found = follow(value, path);
  return 'value' in found && isReference(found.value);
}
