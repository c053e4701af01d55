import type {JsonObject} from '../../../core/json.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, choiceOf, invalid, invalids, notSupported, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dataKey, dnsSubdomain, qualifiedName, variableName} from '../formats.ts';
import {asText, itemsAt} from '../objects/fields.ts';
import {has} from './numbers.ts';

/** The fields of a Pod that variables may refer to. */
const SHOWN_IN_VARIABLES = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

const SHOWN_RESOURCES = ['cpu', 'ephemeral-storage', 'memory']
  .flatMap((name) => [`limits.${name}`, `requests.${name}`])
  .toSorted();

/** The paths that the server knows as fields of a Pod. Others get another message. */
const KNOWN_PATHS = new Set([
  ...SHOWN_IN_VARIABLES,
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

/** Checks the variables (`ValidateEnv`): names, and the sources of the values. */
export const variablesProblems = (container: JsonObject, path: string): readonly Problem[] =>
  itemsAt(container, 'env').flatMap(([variable, index]) => {
    const [field, name] = [at(child(path, 'env'), index), textAt(variable, 'name')];
    return [
      ...(name === '' ? [required(child(field, 'name'))] : invalids(child(field, 'name'), name, variableName(name))),
      ...valueFromProblems(variable, child(field, 'valueFrom')),
    ];
  });

function valueFromProblems(variable: JsonObject, path: string): readonly Problem[] {
  const from = objectAt(variable, 'valueFrom');
  if (from === undefined) return [];
  const sources = Object.keys(CHECK_SOURCE).filter((kind) => has(from, kind));
  return [
    ...sources.flatMap((kind) => CHECK_SOURCE[kind]?.(partAt(from, kind), child(path, kind)) ?? []),
    ...countProblems(sources.length, textAt(variable, 'value'), path),
  ];
}

function countProblems(sources: number, value: string, path: string): readonly Problem[] {
  if (sources === 0) {
    return [
      invalid(path, '', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'),
    ];
  }
  if (value !== '') return [invalid(path, '', 'may not be specified when `value` is not empty')];
  return sources > 1 ? [invalid(path, '', 'may not have more than one field specified at a time')] : [];
}

const CHECK_SOURCE: Readonly<Record<string, (source: JsonObject, path: string) => readonly Problem[]>> = {
  fieldRef: (source, path) => fieldRefProblems(source, SHOWN_IN_VARIABLES, path),
  resourceFieldRef: (source, path) => resourceFieldRefProblems(source, path, {ofVolume: false}),
  configMapKeyRef: keyProblems,
  secretKeyRef: keyProblems,
};

function keyProblems(source: JsonObject, path: string): readonly Problem[] {
  const [name, key] = [textAt(source, 'name'), textAt(source, 'key')];
  return [
    ...invalids(child(path, 'name'), name, dnsSubdomain(name)),
    ...(key === '' ? [required(child(path, 'key'))] : invalids(child(path, 'key'), key, dataKey(key))),
  ];
}

/** A map with one of its keys: `metadata.labels['app']`. */
const SUBSCRIPT = /^(?=.*'\]$)(.*)\['(.*)'\]$/s;

/** Checks a field reference (`validateObjectFieldSelector`). `shown` lists the field paths that may be used here. */
export function fieldRefProblems(source: JsonObject, shown: readonly string[], path: string): readonly Problem[] {
  const [version, field, at] = [textAt(source, 'apiVersion'), textAt(source, 'fieldPath'), child(path, 'fieldPath')];
  if (version === '') return [required(child(path, 'apiVersion'))];
  if (field === '') return [required(at)];
  if (version !== 'v1') return [invalid(at, field, `error converting fieldPath: unsupported pod version: ${version}`)];
  const [, map, key = ''] = SUBSCRIPT.exec(field) ?? [];
  if (map === 'metadata.annotations') return invalids(path, key.toLowerCase(), qualifiedName(key.toLowerCase()));
  if (map === 'metadata.labels') return invalids(path, key, qualifiedName(key));
  if (map !== undefined)
    return [invalid(at, field, `error converting fieldPath: field label does not support subscript: ${field}`)];
  if (!KNOWN_PATHS.has(field)) {
    return [invalid(at, field, `error converting fieldPath: field label not supported: ${field}`)];
  }
  return choiceOf(at, field, shown);
}

const BYTES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** Checks a reference to a resource (`validateContainerResourceFieldSelector`). A volume has to name the container. */
export function resourceFieldRefProblems(
  source: JsonObject,
  path: string,
  {ofVolume}: {readonly ofVolume: boolean},
): readonly Problem[] {
  return [...resourceProblems(source, path, ofVolume), ...divisorProblems(source, path)];
}

function resourceProblems(source: JsonObject, path: string, ofVolume: boolean): readonly Problem[] {
  const resource = textAt(source, 'resource');
  if (ofVolume && textAt(source, 'containerName') === '') return [required(child(path, 'containerName'))];
  if (resource === '') return [required(child(path, 'resource'))];
  return SHOWN_RESOURCES.includes(resource) || /^(requests|limits)\.hugepages-/.test(resource)
    ? []
    : [notSupported(child(path, 'resource'), resource, SHOWN_RESOURCES)];
}

function divisorProblems(source: JsonObject, path: string): readonly Problem[] {
  const [resource, divisor] = [textAt(source, 'resource'), asText(source['divisor'] ?? '0')];
  const kind = resource.replace(/^(requests|limits)\./, '');
  const what =
    kind === 'ephemeral-storage' ? 'local ephemeral storage' : kind.startsWith('hugepages-') ? 'hugepages' : kind;
  const allowed = kind === 'cpu' ? ['1m', '1'] : BYTES;
  const counted = SHOWN_RESOURCES.includes(resource) || kind.startsWith('hugepages-');
  if (divisor === '0' || !counted || allowed.includes(divisor)) return [];
  const named = kind === 'cpu' ? '1m and 1' : BYTES.join(', ');
  return [
    invalid(child(path, 'divisor'), resource, `only divisor's values ${named} are supported with the ${what} resource`),
  ];
}

/** Checks sources of all variables (`ValidateEnvFrom`): a prefix that is valid for a variable, and exactly one source. */
export const variablesFromProblems = (container: JsonObject, path: string): readonly Problem[] =>
  itemsAt(container, 'envFrom').flatMap(([source, index]) => {
    const [list, prefix] = [child(path, 'envFrom'), textAt(source, 'prefix')];
    const kinds = ['configMapRef', 'secretRef'].filter((kind) => has(source, kind));
    return [
      ...(prefix === '' ? [] : invalids(child(at(list, index), 'prefix'), prefix, variableName(prefix))),
      ...kinds.flatMap((kind) => referenceProblems(textAt(source, kind, 'name'), child(at(list, index), kind, 'name'))),
      ...(kinds.length === 0 ? [invalid(list, '', 'must specify one of: `configMapRef` or `secretRef`')] : []),
      ...(kinds.length > 1 ? [invalid(list, '', 'may not have more than one field specified at a time')] : []),
    ];
  });

/** Checks the name of a reference. Unlike elsewhere, a trailing hyphen is valid, as in a prefix. */
const referenceProblems = (name: string, path: string): readonly Problem[] =>
  name === '' ? [required(path)] : invalids(path, name, dnsSubdomain(name.replace(/-$/, 'a')));
