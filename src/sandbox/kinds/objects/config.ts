import type {Json, JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {forbidden, invalid, invalids, required, tooLong} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dataKey} from '../formats.ts';
import {asText, entriesOf, withDefaults, without} from './fields.ts';

const MAX_SIZE = 1_048_576;
const FROZEN = 'field is immutable when `immutable` is set';

const bytesIn = (value: Json | undefined): Buffer => Buffer.from(typeof value === 'string' ? value : '', 'base64');

/** Checks that an object with `immutable: true` keeps its data. */
function frozenProblems(
  object: JsonObject,
  before: JsonObject | undefined,
  bags: readonly string[],
): readonly Problem[] {
  if (before?.['immutable'] !== true) return [];
  return [
    ...(object['immutable'] === true ? [] : [forbidden('immutable', FROZEN)]),
    ...bags.flatMap((bag) => (deepEqual(object[bag] ?? {}, before[bag] ?? {}) ? [] : [forbidden(bag, FROZEN)])),
  ];
}

const keyProblems = (object: JsonObject, bag: string): readonly Problem[] =>
  entriesOf(objectAt(object, bag)).flatMap(([key]) => invalids(`${bag}[${key}]`, key, dataKey(key)));

/** Rules of the ConfigMap: keys, the total size of its data, and `immutable`. */
export const CONFIG_MAP: KindRules = {
  validate: ({object, before}) => {
    const [data, binary] = [partAt(object, 'data'), partAt(object, 'binaryData')];
    const texts = Object.values(data).map((value) => Buffer.byteLength(asText(value)));
    const size = [...texts, ...Object.values(binary).map((value) => bytesIn(value).length)].reduce((a, b) => a + b, 0);
    return [
      ...frozenProblems(object, before, ['data', 'binaryData']),
      ...entriesOf(data).flatMap(([key]) => [
        ...invalids(`data[${key}]`, key, dataKey(key)),
        ...(Object.hasOwn(binary, key) ? [invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')] : []),
      ]),
      ...keyProblems(object, 'binaryData'),
      ...(size > MAX_SIZE ? [tooLong('[]', MAX_SIZE)] : []),
    ];
  },
};

/** Merges the write-only `stringData` into `data`. */
function secretDefaults(secret: JsonObject): JsonObject {
  const texts = Object.entries(partAt(secret, 'stringData'));
  const encoded = texts.map(([key, text]) => [key, Buffer.from(asText(text)).toString('base64')] as const);
  const folded = without(secret, 'stringData');
  const data = {...objectAt(secret, 'data'), ...Object.fromEntries(encoded)};
  return withDefaults(encoded.length === 0 ? folded : {...folded, data}, {type: 'Opaque'});
}

/** Rules of the Secret: required keys of its type, the total size of its data, and `immutable`. */
export const SECRET: KindRules = {
  defaults: secretDefaults,
  warnings: keyPairWarnings,
  validate: (write) => {
    const {object, before} = write;
    const size = Object.values(partAt(object, 'data')).reduce<number>((sum, value) => sum + bytesIn(value).length, 0);
    return [
      ...(before === undefined || before['type'] === object['type']
        ? []
        : [invalid('type', object['type'], 'field is immutable')]),
      ...frozenProblems(object, before, ['data']),
      ...keyProblems(object, 'data'),
      ...(size > MAX_SIZE ? [tooLong('data', MAX_SIZE)] : []),
      ...typeProblems(write),
    ];
  },
};

/** Warns of a certificate or a key without PEM data. Whether they match is not checked. */
function keyPairWarnings({object}: Write): readonly string[] {
  if (textAt(object, 'type') !== 'kubernetes.io/tls') return [];
  return (['certificate', 'key'] as const)
    .filter(
      (what) =>
        !bytesIn(objectAt(object, 'data')?.[what === 'key' ? 'tls.key' : 'tls.crt'] ?? null).includes('-----BEGIN '),
    )
    .slice(0, 1)
    .map((what) => `tls: failed to find any PEM data in ${what} input`);
}

function typeProblems({object}: Write): readonly Problem[] {
  const data = partAt(object, 'data');
  const has = (key: string): boolean => Object.hasOwn(data, key);
  const missing = (...keys: readonly string[]): readonly Problem[] =>
    keys.filter((key) => !has(key)).map((key) => required(`data[${key}]`));
  switch (textAt(object, 'type')) {
    case 'kubernetes.io/service-account-token': {
      const account = 'kubernetes.io/service-account.name';
      return textAt(object, 'metadata', 'annotations', account) === ''
        ? [required(`metadata.annotations[${account}]`)]
        : [];
    }
    case 'kubernetes.io/dockercfg':
      return has('.dockercfg') ? jsonProblems(data, '.dockercfg') : missing('.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return has('.dockerconfigjson') ? jsonProblems(data, '.dockerconfigjson') : missing('.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return has('username') || has('password') ? [] : missing('username', 'password');
    case 'kubernetes.io/ssh-auth':
      return data['ssh-privatekey'] === '' ? [required('data[ssh-privatekey]')] : missing('ssh-privatekey');
    case 'kubernetes.io/tls':
      return missing('tls.crt', 'tls.key');
    default:
      return [];
  }
}

/** Returns the error of Go's JSON decoder for common mistakes: an empty text, or another type. */
function jsonProblems(data: JsonObject, key: string): readonly Problem[] {
  const text = bytesIn(data[key] ?? '').toString();
  const why = goJsonError(text);
  return why === undefined ? [] : [invalid(`data[${key}]`, '<secret contents redacted>', why)];
}

const GO_TYPES: Readonly<Record<string, string>> = {string: 'string', number: 'number', boolean: 'bool'};

function goJsonError(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
    const type = Array.isArray(value) ? 'array' : GO_TYPES[typeof value];
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch {
    const first = text.trimStart()[0];
    if (first === undefined) return 'unexpected end of JSON input';
    return /[{["\d-]/u.test(first)
      ? 'unexpected end of JSON input'
      : `invalid character '${first}' looking for beginning of value`;
  }
}
