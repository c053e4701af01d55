import type {Json, JsonObject} from '../../../core/json.ts';
import {numberAt, objectAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {itemsAt} from '../objects/fields.ts';
import {fieldRefProblems, resourceFieldRefProblems} from './check-sources.ts';
import {insideAndUnreserved} from './inside-path.ts';
import {has} from './numbers.ts';

/** Checks a file mode, 0 to 0777 octal; may be missing. */
export const fileMode = (mode: Json | undefined, path: string): readonly Problem[] =>
  typeof mode === 'number' && (mode < 0 || mode > 0o777)
    ? [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')]
    : [];

/** Checks an item of a ConfigMap or Secret volume (`validateKeyToPath`): its path stays inside the volume. */
export function keyToPathProblems(item: JsonObject, path: string): readonly Problem[] {
  return [
    ...(textAt(item, 'key') === '' ? [required(child(path, 'key'))] : []),
    ...(textAt(item, 'path') === '' ? [required(child(path, 'path'))] : []),
    ...insideAndUnreserved(textAt(item, 'path'), child(path, 'path')),
    ...fileMode(item['mode'], child(path, 'mode')),
  ];
}

const SHOWN_IN_FILES = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** Checks a file of the downward API (`validateDownwardAPIVolumeFile`): a path inside the volume, and exactly one source. */
export function downwardProblems(file: JsonObject, path: string): readonly Problem[] {
  const name = textAt(file, 'path');
  return [
    ...(name === '' ? [required(child(path, 'path'))] : []),
    ...insideAndUnreserved(name, child(path, 'path')),
    ...downwardSource(file, path),
    ...fileMode(file['mode'], child(path, 'mode')),
  ];
}

function downwardSource(file: JsonObject, path: string): readonly Problem[] {
  const [field, resource] = [objectAt(file, 'fieldRef'), objectAt(file, 'resourceFieldRef')];
  if (field !== undefined) {
    return [
      ...fieldRefProblems(field, SHOWN_IN_FILES, child(path, 'fieldRef')),
      ...(resource === undefined
        ? []
        : [invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]),
    ];
  }
  return resource === undefined
    ? [required(path, 'one of fieldRef and resourceFieldRef is required')]
    : resourceFieldRefProblems(resource, child(path, 'resourceFieldRef'), {ofVolume: true});
}

const KINDS = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken', 'clusterTrustBundle', 'podCertificate'];

/** Checks a projected volume (`validateProjectedVolumeSource`): one kind per source, and each path once in all of them. */
export function projectedProblems(source: JsonObject, path: string): readonly Problem[] {
  const paths = new Set<string>();
  return [
    ...fileMode(source['defaultMode'], child(path, 'defaultMode')),
    ...itemsAt(source, 'sources').flatMap(([one, index]) => {
      const field = at(child(path, 'sources'), index);
      const count = KINDS.filter((kind) => has(one, kind)).length;
      return [
        ...filesProblems(one, 'secret', field, {path, paths}),
        ...filesProblems(one, 'configMap', field, {path, paths}),
        ...downwardFiles(one, field, {path, paths}),
        ...tokenProblems(objectAt(one, 'serviceAccountToken'), child(field, 'serviceAccountToken'), path),
        ...(count > 1 ? [forbidden(field, 'may not specify more than 1 volume type per source')] : []),
      ];
    }),
  ];
}

/** The paths that are in use already in the whole volume. */
type Taken = {readonly path: string; readonly paths: Set<string>};

function conflicts(file: string, shown: string, {path, paths}: Taken): readonly Problem[] {
  if (file === '') return [];
  if (paths.has(file)) return [invalid(path, shown, 'conflicting duplicate paths')];
  paths.add(file);
  return [];
}

function filesProblems(one: JsonObject, kind: string, path: string, taken: Taken): readonly Problem[] {
  const source = objectAt(one, kind);
  if (source === undefined) return [];
  const name = textAt(source, 'name');
  return [
    ...(name === '' ? [required(child(path, kind, 'name'))] : []),
    ...itemsAt(source, 'items').flatMap(([item, index]) => [
      ...keyToPathProblems(item, at(child(path, kind, 'items'), index)),
      ...conflicts(textAt(item, 'path'), name, taken),
    ]),
  ];
}

const downwardFiles = (one: JsonObject, path: string, taken: Taken): readonly Problem[] =>
  itemsAt(one, 'downwardAPI', 'items').flatMap(([file]) => [
    ...downwardProblems(file, child(path, 'downwardAPI')),
    ...conflicts(textAt(file, 'path'), textAt(file, 'path'), taken),
  ]);

function tokenProblems(token: JsonObject | undefined, field: string, volume: string): readonly Problem[] {
  if (token === undefined) return [];
  const [seconds, path] = [numberAt(token, 'expirationSeconds'), textAt(token, 'path')];
  const expiry = child(field, 'expirationSeconds');
  return [
    ...(seconds < 600 ? [invalid(expiry, seconds, 'may not specify a duration less than 10 minutes')] : []),
    ...(seconds > 2 ** 32 ? [invalid(expiry, seconds, 'may not specify a duration larger than 2^32 seconds')] : []),
    ...(path === '' ? [required(child(volume, 'path'))] : insideAndUnreserved(path, child(volume, 'path'))),
  ];
}
