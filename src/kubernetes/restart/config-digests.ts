import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {keyedDigest} from '../../core/secret/keyed-digest.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {at} from '../graph/edges/pod-template.ts';
import {CONFIG_DIGESTS_ANNOTATION} from '../resource/labels.ts';
import type {ConfigReference} from './config-references.ts';

/** The digests of the ConfigMaps and Secrets of a workload, by `KIND/NAME`. */
export type ConfigDigests = ReadonlyMap<string, string>;

/** The name of a ConfigMap or Secret in the annotation and in messages. */
export const configName = ({kind, name}: Pick<ConfigReference, 'kind' | 'name'>): string => `${kind}/${name}`;

/** The digest of an optional object that does not exist. */
export const NOT_THERE = 'none';

/** The number of hex digits of a digest: enough to notice every change. */
const DIGITS = 16;

/** Returns the digest of the data of a ConfigMap or Secret. It needs the key of the backend, so it does not reveal the data. */
export function configDigest(key: string, id: string, {data, binaryData}: JsonObject): string {
  return keyedDigest(key, ['config', id, entriesOf(data), entriesOf(binaryData)]).slice(0, DIGITS);
}

const entriesOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Returns the annotation: `ConfigMap/settings=3f9a…,Secret/db=77aa…`, sorted by name; undefined without digests. */
export function formatDigests(digests: ConfigDigests): string | undefined {
  const entries = [...digests].toSorted(([a], [b]) => compareNaturally(a, b));
  return entries.length === 0 ? undefined : entries.map(([name, digest]) => `${name}=${digest}`).join(',');
}

/** Returns the digests in the pod template of an object; undefined if it has no such annotation. */
export function digestsOf(object: JsonObject | undefined): ConfigDigests | undefined {
  const text = at(object, ...PATH);
  if (typeof text !== 'string') return undefined;
  return new Map(
    text.split(',').flatMap((entry) => {
      const [name, digest] = entry.split('=');
      return name === undefined || digest === undefined ? [] : [[name, digest] as const];
    }),
  );
}

/** The place of the annotation in a workload. */
export const DIGESTS_PATH = [
  {field: 'spec'},
  {field: 'template'},
  {field: 'metadata'},
  {field: 'annotations'},
  {field: CONFIG_DIGESTS_ANNOTATION},
] as const;

const PATH = DIGESTS_PATH.map(({field}) => field);

/** Returns the object with this annotation in its pod template. */
export const setDigests = (object: JsonObject, value: string): JsonObject => setAt(object, PATH, value);

/** Returns the object without this annotation, whose digests differ between stacks. */
export const dropDigests = (object: JsonObject): JsonObject =>
  at(object, ...PATH) === undefined ? object : dropAt(object, PATH);

function dropAt(object: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const {[name]: inner, ...others} = object;
  if (rest.length === 0 || !isObject(inner)) return others;
  const left = dropAt(inner, rest);
  return Object.keys(left).length === 0 ? others : {...others, [name]: left};
}

function setAt(object: JsonObject, [name = '', ...rest]: readonly string[], value: string): JsonObject {
  const inner = object[name];
  return {...object, [name]: rest.length === 0 ? value : setAt(isObject(inner) ? inner : {}, rest, value)};
}
