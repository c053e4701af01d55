import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {list, part, text} from '../../model/part.ts';
import {at, child, choiceOf, duplicate, forbidden, invalid, required, tooMany} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {pruneObject} from '../prune.ts';
import {valueProblems} from '../value/value-problems.ts';
import {schemaAtFieldPath} from './field-path-exists.ts';
import {goFieldsOf, goSchema} from './go-dump.ts';
import {schemaFindings} from './schema-rules.ts';
import {isBeyondStructure, structureProblems} from './structure.ts';

/** The parts of a version and the paths that messages have for them: shared parts are at the top level of the CRD. */
export type VersionParts = {
  readonly version: JsonObject;
  readonly paths: Readonly<Record<'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields', string>>;
};

const ROOT_FIELDS =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations'.split(
    ' ',
  );

/** Checks the schema of a version. */
export function schemaProblems({version, paths}: VersionParts): readonly Problem[] {
  const schema = part(version['schema'])['openAPIV3Schema'];
  if (!isObject(schema)) return [];
  const path = child(paths.schema, 'openAPIV3Schema');
  const hasStatus = part(version['subresources'])['status'] !== undefined;
  const isOdd = isBeyondStructure(schema);
  const structure = isOdd ? [] : structureProblems(schema, path);
  const defaults = isOdd || structure.length > 0 ? [] : defaultProblems(schema, path);
  const withRules = !isOdd && structure.length === 0 && defaults.length === 0;
  const {problems, rules} = schemaFindings(schema, {path, isRoot: true, withRules});
  return [
    ...(hasStatus ? statusRootProblems(schema, path) : []),
    ...(schema['nullable'] === true ? [forbidden(child(path, 'nullable'), 'nullable cannot be true at the root')] : []),
    ...structure,
    ...defaults,
    ...problems,
    ...rules,
  ];
}

function statusRootProblems(schema: JsonObject, path: string): readonly Problem[] {
  const fields = goFieldsOf(schema);
  const odd = fields.find((name) => !ROOT_FIELDS.includes(name));
  const type = text(schema['type']);
  if (type !== '' && type !== 'object' && (odd === undefined || fields.indexOf('Type') < fields.indexOf(odd)))
    return [
      invalid(
        child(path, 'type'),
        type,
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      ),
    ];
  if (odd === undefined) return [];
  const detail = `only [${ROOT_FIELDS.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, goSchema(schema), detail)];
}

/** Checks defaults against their own schema. Defaults inside metadata are not checked here. */
function defaultProblems(schema: JsonObject, path: string): readonly Problem[] {
  const {default: fallback, items} = schema;
  const field = child(path, 'default');
  const own =
    (fallback ?? null) === null
      ? []
      : [...unknownIn(fallback, schema, field), ...valueProblems({value: fallback ?? null}, schema, field)];
  return [
    ...own,
    ...(isObject(items) ? defaultProblems(items, child(path, 'items')) : []),
    ...Object.entries(part(schema['properties'])).flatMap(([name, one]) =>
      defaultProblems(part(one), at(child(path, 'properties'), name)),
    ),
  ];
}

function unknownIn(value: Json | undefined, schema: JsonObject, field: string): readonly Problem[] {
  if (value === undefined) return [];
  const wrapped: JsonObject = {type: 'object', properties: {value: schema}};
  const {object} = pruneObject({value}, wrapped);
  return deepEqual(object, {value}) ? [] : [invalid(field, value, 'must not have unknown fields')];
}

/** Checks the scale subresource of a version. */
export function subresourceProblems({version, paths}: VersionParts): readonly Problem[] {
  const {scale} = part(version['subresources']);
  if (!isObject(scale)) return [];
  const at_ = (name: string): string => child(paths.subresources, `scale.${name}`);
  const selector = text(scale['labelSelectorPath']);
  return [
    ...pathProblems(text(scale['specReplicasPath']), at_('specReplicasPath'), ['.spec.'], 'under .spec'),
    ...pathProblems(text(scale['statusReplicasPath']), at_('statusReplicasPath'), ['.status.'], 'under .status'),
    ...(selector === ''
      ? []
      : pathProblems(selector, at_('labelSelectorPath'), ['.spec.', '.status.'], 'under either .spec or .status')),
  ];
}

function pathProblems(path: string, field: string, under: readonly string[], where: string): readonly Problem[] {
  if (path === '') return [required(field)];
  if (!path.startsWith('.')) return [invalid(field, path, 'must be a simple json path starting with .')];
  return under.some((start) => path.startsWith(start)) ? [] : [invalid(field, path, `should be a json path ${where}`)];
}

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Checks the additional printer columns. */
export const columnProblems = ({version, paths}: VersionParts): readonly Problem[] =>
  list(version['additionalPrinterColumns']).flatMap((one, i) =>
    ofColumn(part(one), at(paths.additionalPrinterColumns, i)),
  );

function ofColumn(column: JsonObject, path: string): readonly Problem[] {
  const [format, jsonPath] = [text(column['format']), text(column['jsonPath'])];
  const formats = `must be one of ${COLUMN_FORMATS.join(',')}`;
  return [
    ...(text(column['name']) === '' ? [required(child(path, 'name'))] : []),
    ...columnTypeProblems(text(column['type']), child(path, 'type')),
    ...(format === '' || COLUMN_FORMATS.includes(format) ? [] : [invalid(child(path, 'format'), format, formats)]),
    ...pathProblems(jsonPath, child(path, 'JSONPath'), ['.'], ''),
  ];
}

function columnTypeProblems(type: string, field: string): readonly Problem[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  if (type === '') return [required(field, types)];
  return COLUMN_TYPES.includes(type) ? [] : [invalid(field, type, types)];
}

const MOST_SELECTABLE = 8;

/** Checks the selectable fields. */
export function selectableProblems({version, paths}: VersionParts): readonly Problem[] {
  const schema = part(part(version['schema'])['openAPIV3Schema']);
  const seen = new Set<string>();
  const problems = list(version['selectableFields']).flatMap((one, i) => {
    const path = text(part(one)['jsonPath']);
    return selectableProblem(path, schema, {field: child(at(paths.selectableFields, i), 'jsonPath'), seen});
  });
  const many = seen.size > MOST_SELECTABLE ? [tooMany(paths.selectableFields, seen.size, MOST_SELECTABLE)] : [];
  return [...problems, ...many];
}

type Selectable = {readonly field: string; readonly seen: Set<string>};

function selectableProblem(path: string, schema: JsonObject, {field, seen}: Selectable): readonly Problem[] {
  if (path === '') return [required(field)];
  const found = schemaAtFieldPath(path, schema, {brackets: false});
  if ('problem' in found) return [invalid(field, path, `is an invalid path: ${found.problem}`)];
  const isKnown = seen.has(path);
  seen.add(path);
  return [
    ...(path.startsWith('.metadata') ? [invalid(field, path, 'must not point to fields in metadata')] : []),
    ...(['string', 'boolean', 'integer'].includes(text(found.schema['type']))
      ? []
      : [
          invalid(
            field,
            path,
            'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
          ),
        ]),
    ...(isKnown ? [duplicate(field, path)] : []),
  ];
}

/** Checks the deprecation warning of a version. */
export function deprecationProblems(version: JsonObject, path: string): readonly Problem[] {
  const {deprecationWarning: warning} = version;
  if (typeof warning !== 'string') return [];
  const tell = (detail: string): Problem => invalid(child(path, 'deprecationWarning'), warning, detail);
  if (version['deprecated'] !== true) return [tell('can only be set for deprecated versions')];
  const strange = Array.from(warning).findIndex((letter) => /[\p{C}\u2028\u2029]/u.test(letter));
  const index = Buffer.byteLength(Array.from(warning).slice(0, strange).join(''));
  return [
    ...(Buffer.byteLength(warning) > 256 ? [tell('must be <= 256 characters long')] : []),
    ...(warning === '' ? [tell('must not be an empty string')] : []),
    ...(strange === -1
      ? []
      : [tell(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`)]),
  ];
}

/** Checks `spec.scope` of a CRD: required, Cluster or Namespaced. */
export const scopeProblems = (scope: string): readonly Problem[] => {
  if (scope === '') return [required('spec.scope')];
  const scopes = ['Cluster', 'Namespaced'];
  return choiceOf('spec.scope', scope, scopes);
};
