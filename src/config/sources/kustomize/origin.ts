import type {Origin} from '../../../core/diagnostic/origin.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {maskedOrigin} from '../../yaml/masked-position.ts';
import type {Walked, WalkedKustomization, WrittenPart} from './walk.ts';

/**
 * Returns the origin of an object that kustomize built. A field points to the last file that has this value for this object (a patch
 * before its base), else to the field of a kustomization that sets such a field, else to the kustomization.
 */
export function originOfBuilt(object: JsonObject, walked: Walked): Origin {
  const parts = partsOf(object, walked.parts);
  const generator = parts.length === 0 ? generatorOf(object, walked.kustomizations) : undefined;
  const outermost = walked.kustomizations.at(-1)?.origin ?? NOWHERE;
  const chart = parts.length === 0 && generator === undefined ? chartOf(walked.kustomizations) : undefined;
  const own = parts[0]?.origin ?? generator ?? chart ?? outermost;
  const origin: Origin = {
    file: own.file,
    position(path, part) {
      const value = jsonAt(object, path);
      const isLeaf = value !== undefined && (typeof value !== 'object' || value === null);
      const writer = path.length === 0 ? undefined : parts.findLast((one) => isSame(jsonAt(one.value, path), value));
      if (writer !== undefined) return writer.origin.position(path, part);
      const setter = isLeaf ? setterOf(path, walked.kustomizations) : undefined;
      if (setter !== undefined) return setter.origin.position(setter.path, part);
      // A value that is in no file was set by the kustomization.
      return isLeaf && parts.length > 0 ? outermost.position([], part) : own.position(path, part);
    },
  };
  return object['kind'] === 'Secret' ? maskedOrigin(origin) : origin;
}

const NOWHERE: Origin = {
  file: 'kustomization.yaml',
  position: () => ({file: 'kustomization.yaml', line: 1, column: 1, endColumn: 2, text: ''}),
};

const isSame = (written: Json | undefined, value: Json | undefined): boolean =>
  written !== undefined && value !== undefined && deepEqual(written, value);

const nameOf = (object: JsonObject): string => {
  const metadata = object['metadata'];
  return isObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
};

/** Returns the parts that belong to an object. kustomize adds prefixes, suffixes and hashes, so the longest contained name counts. */
function partsOf(object: JsonObject, parts: readonly WrittenPart[]): readonly WrittenPart[] {
  const name = nameOf(object);
  const near = parts.filter(({value}) => value['kind'] === object['kind'] && isWithin(nameOf(value), name));
  const longest = Math.max(0, ...near.map(({value}) => nameOf(value).length));
  return near.filter(({value}) => nameOf(value).length === longest);
}

const isWithin = (written: string, name: string): boolean => written !== '' && name.includes(written);

function generatorOf(object: JsonObject, kustomizations: readonly WalkedKustomization[]): Origin | undefined {
  const name = nameOf(object);
  const near = kustomizations.flatMap(({generators, origin}) =>
    generators
      .filter((one) => one.kind === object['kind'] && isWithin(one.name, name))
      .map((one) => ({origin, path: one.path, length: one.name.length})),
  );
  const [found] = near.toSorted((a, b) => b.length - a.length);
  return found && {file: found.origin.file, position: (_, part) => found.origin.position(found.path, part)};
}

/** Returns the origin of an object that is in no file: the first chart of the innermost kustomization that has charts. */
function chartOf(kustomizations: readonly WalkedKustomization[]): Origin | undefined {
  const found = kustomizations.find(({charts}) => charts.length > 0);
  const [chart] = found?.charts ?? [];
  if (found === undefined || chart === undefined) return undefined;
  return {file: found.origin.file, position: (_, part) => found.origin.position(chart.path, part)};
}

/** Maps fields of objects to the fields of a kustomization that set them. */
const SETTERS: readonly {readonly about: RegExp; readonly by: readonly string[]}[] = [
  {about: /^metadata\.namespace$|\.namespace$/, by: ['namespace']},
  {about: /^metadata\.name$/, by: ['namePrefix', 'nameSuffix']},
  {about: /\.image$/, by: ['images']},
  {about: /^spec\.replicas$/, by: ['replicas']},
  {about: /[lL]abels\.|[sS]elector\./, by: ['labels', 'commonLabels']},
  {about: /annotations\./, by: ['commonAnnotations']},
];

function setterOf(
  path: JsonPath,
  kustomizations: readonly WalkedKustomization[],
): {readonly origin: Origin; readonly path: JsonPath} | undefined {
  const text = path.join('.');
  const fields = SETTERS.filter(({about}) => about.test(text)).flatMap(({by}) => by);
  for (const {value, origin} of kustomizations.toReversed()) {
    const field = fields.find((name) => value[name] !== undefined);
    if (field !== undefined) return {origin, path: [field]};
  }
  return undefined;
}
