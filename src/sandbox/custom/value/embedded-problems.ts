import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {dnsLabel1035} from '../../kinds/formats.ts';
import {own, part, text} from '../../model/part.ts';
import {at, child, invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {metadataProblems} from '../../verbs/metadata-problems.ts';
import {isEmbedded} from '../schema-part.ts';

/** Checks the objects that are embedded in a custom resource. */
export function embeddedProblems(value: Json, schema: JsonObject, field = ''): readonly Problem[] {
  if (isList(value)) {
    const items = part(schema['items']);
    return value.flatMap((item, i) => embeddedProblems(item, items, at(field, i)));
  }
  if (!isObject(value)) return [];
  const properties = part(schema['properties']);
  const {additionalProperties} = schema;
  return [
    ...(isEmbedded(schema) ? ofResource(value, field) : []),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const property = own(properties, name);
      if (isObject(property)) return embeddedProblems(inner, property, child(field, name));
      return isObject(additionalProperties) ? embeddedProblems(inner, additionalProperties, at(field, name)) : [];
    }),
  ];
}

function ofResource(value: JsonObject, field: string): readonly Problem[] {
  const {apiVersion, kind, metadata} = value;
  return [
    ...(apiVersion === undefined ? [required(child(field, 'apiVersion'))] : []),
    ...(kind === undefined ? [required(child(field, 'kind'))] : []),
    ...(apiVersion === undefined ? [] : versionProblems(text(apiVersion), child(field, 'apiVersion'))),
    ...(kind === undefined ? [] : kindProblems(text(kind), child(field, 'kind'))),
    ...(metadata === undefined ? [] : ofMetadata(part(metadata), field)),
  ];
}

function versionProblems(apiVersion: string, field: string): readonly Problem[] {
  if (apiVersion === '') return [invalid(field, '', 'must not be empty')];
  const parts = apiVersion.split('/').length;
  return parts > 2 ? [invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)] : [];
}

function kindProblems(kind: string, field: string): readonly Problem[] {
  if (kind === '') return [invalid(field, '', 'must not be empty')];
  const complaints = dnsLabel1035(kind.toLowerCase());
  if (complaints.length === 0) return [];
  return [invalid(field, kind, `may have mixed case, but should otherwise match: ${complaints.join(',')}`)];
}

/** Checks their metadata, in which a name is optional. */
function ofMetadata(metadata: JsonObject, field: string): readonly Problem[] {
  const name = text(metadata['name']) === '' ? 'fakename' : text(metadata['name']);
  const problems = metadataProblems(
    {metadata: {...metadata, name}},
    {namespaced: text(metadata['namespace']) !== '', names: 'path-segment', isCustom: true},
  );
  return problems.map((problem) => ({...problem, field: child(field, problem.field)}));
}
