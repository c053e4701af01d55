import {resolve} from 'node:path';
import {isList, isObject} from '../core/json.ts';
import {itemsOf, type Located, listOf, partOf, withField} from '../core/variation/located.ts';
import {spellingsOf} from '../core/workspace/context-keys.ts';
import {namesFile, namesFileOrContent} from '../core/workspace/provider-twins.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {placeFieldPaths, storeFieldPaths} from './field-paths.ts';

type Step = string | number | ((key: string) => boolean);

const ANY = (): boolean => true;
/** Fields of providers that contain a path, or a list of paths: `shared_credentials_files`. */
const isFileField = (name: string): boolean => /_(?:file|path|files|paths)$/.test(name);
const isFileKey = (key: string): boolean => namesFile(key) || namesFileOrContent(key);

const STORES: readonly (readonly Step[])[] = [
  ['secretStore', 'provider'],
  ['secretStores', ANY, 'provider'],
];

const inStores = (paths: readonly (readonly Step[])[]): readonly (readonly Step[])[] =>
  STORES.flatMap((store) => paths.map((path) => [...store, ...path]));

/** The fields of a workspace that contain paths of this machine. */
const PATHS: readonly (readonly Step[])[] = [
  ...spellingsOf('kubeconfig_path').map((key) => ['context', key]),
  ...placeFieldPaths('path').map((path) => ['context', ...path]),
  ['context', isFileKey],
  ['env', isFileKey],
  ['charts', 'credentials', ANY, 'caFile'],
  ['providers', ANY, ANY, isFileField],
  ['providers', ANY, ANY, isFileField, ANY],
  ['identity', 'oidc', 'caFile'],
  ['identity', 'oidc', 'tokenFile'],
  ...inStores(storeFieldPaths('path')),
];

/** The fields that contain a name or a path of another workspace. */
const MAYBE_PATHS: readonly (readonly Step[])[] = [
  ...placeFieldPaths('workspace').map((path) => ['context', ...path]),
  ...inStores(storeFieldPaths('workspace')),
];
const WITH_SLASH: readonly (readonly Step[])[] = [
  ['modules', ANY, 'path'],
  ...inStores(storeFieldPaths('command').map((path) => [...path, 0])),
];

/** Makes every relative path in a workspace absolute. It starts at the directory of the workspace file. */
export function wholePaths(workspace: Located, directory: string): Located {
  const whole = (text: string): string => wholePath(text, directory);
  const maps: readonly (readonly [readonly (readonly Step[])[], (text: string) => string])[] = [
    [PATHS, whole],
    [MAYBE_PATHS, (text) => (looksLikeFile(text) ? whole(text) : text)],
    [WITH_SLASH, (text) => (/[/\\]/.test(text) ? whole(text) : text)],
  ];
  return maps.reduce((node, [paths, map]) => paths.reduce((inner, path) => mapAt(inner, path, map), node), workspace);
}

/** Makes a path absolute, unless it begins with a root, a home, a variable or a scheme, or is the content of a file. */
const wholePath = (text: string, directory: string): string =>
  text === '' || /^(?:[~$/\\]|[A-Za-z]:|[a-z][a-z0-9+.-]*:\/\/|\s*\{)/i.test(text) ? text : resolve(directory, text);

const isStep = (step: Step, index: number): boolean => step === ANY || step === index;

function mapAt(node: Located, [step, ...rest]: readonly Step[], map: (text: string) => string): Located {
  const {value} = node;
  if (step === undefined) return typeof value === 'string' ? {...node, value: map(value)} : node;
  if (isList(value)) {
    const mapped = itemsOf(node).map((item, index) => (isStep(step, index) ? mapAt(item, rest, map) : item));
    return listOf(mapped, node.place);
  }
  if (!isObject(value)) return node;
  const keys = Object.keys(value).filter((key) => (typeof step === 'function' ? step(key) : step === key));
  return keys.reduce((inner, key) => {
    const part = partOf(inner, key);
    return part === undefined ? inner : withField(inner, key, mapAt(part, rest, map));
  }, node);
}
