import {isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {at, nameAt} from '../graph/edges/pod-template.ts';
import {type Finding, refused} from './finding.ts';
import {placedAt} from './placed-containers.ts';

/** A backend of an Ingress, and its place. */
export type PlacedBackend = {readonly backend: Json | undefined; readonly path: JsonPath};

/** Checks an Ingress by the rules of the server that its schema does not contain. */
export function ingressFindings(object: JsonObject): readonly Finding[] {
  const spec = at(object, 'spec');
  const hasRules = placedAt(spec, 'rules', ['spec']).length > 0;
  return [
    ...(hasRules || isObject(at(spec, 'defaultBackend'))
      ? []
      : [refused('object/missing-field', ['spec', 'rules'], 'is missing, and so is spec.defaultBackend')]),
    ...pathsOf(object).flatMap(([path, place]) => {
      const written = nameAt(path, 'path');
      const isExact = path['pathType'] === 'Exact' || path['pathType'] === 'Prefix';
      if (!isExact || written?.startsWith('/') === true) return [];
      const value = written === undefined ? 'is missing' : `is ${JSON.stringify(written)}`;
      return [refused('object/invalid-path', [...place, 'path'], `${value}, must begin with /`)];
    }),
    ...ingressBackends(object).flatMap(({backend, path}) => backendFindings(backend, path)),
  ];
}

/** Returns the backends of an Ingress. */
export const ingressBackends = (object: JsonObject): readonly PlacedBackend[] => [
  ...(at(object, 'spec', 'defaultBackend') === undefined
    ? []
    : [{backend: at(object, 'spec', 'defaultBackend'), path: ['spec', 'defaultBackend']}]),
  ...pathsOf(object).flatMap(([path, place]) =>
    path['backend'] === undefined ? [] : [{backend: path['backend'], path: [...place, 'backend']}],
  ),
];

const pathsOf = (object: JsonObject): readonly (readonly [JsonObject, JsonPath])[] =>
  placedAt(at(object, 'spec'), 'rules', ['spec']).flatMap(([rule, place]) =>
    placedAt(at(rule, 'http'), 'paths', [...place, 'http']),
  );

function backendFindings(backend: Json | undefined, path: JsonPath): readonly Finding[] {
  if (!isObject(backend)) return [];
  const [service, resource] = [backend['service'], backend['resource']];
  if (isObject(service) && isObject(resource))
    return [refused('object/two-values', path, 'has service and resource', 'Remove one of them.')];
  // Another rule reports unknown fields. The user probably meant `service`.
  if (!isObject(service)) return isObject(resource) || Object.keys(backend).length > 0 ? [] : [empty(path)];
  const port = service['port'];
  const [name, number] = [nameAt(port, 'name'), at(port, 'number')];
  if (name !== undefined && number !== undefined)
    return [refused('object/two-values', [...path, 'service', 'port'], 'has name and number', 'Remove one of them.')];
  if (name !== undefined || number !== undefined || (port !== undefined && !isObject(port))) return [];
  return [refused('object/missing-field', [...path, 'service', 'port'], 'is missing: write its name or number')];
}

const empty = (path: JsonPath): Finding => refused('object/missing-field', path, 'has no service');
