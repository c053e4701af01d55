import type {z} from 'zod';
import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {spellingsOf} from '../core/workspace/context-keys.ts';
import type {RemotePlace} from '../core/workspace/remote-place.ts';
import {schemeOf} from '../core/workspace/scheme-of.ts';
import type {DeclaredField} from '../ports/declared-field.ts';
import type {PlaceAddress} from '../ports/kubeconfig-place-descriptor.ts';
import {type AnyKubeconfigPlace, KUBECONFIG_PLACES} from '../registry/kubeconfig-places.ts';
import {hasValue, mappingSchema} from './mapping-schema.ts';
import {readMembers} from './read-members.ts';

type Problem = {readonly problem: string};
type Addressed = AnyKubeconfigPlace & {readonly named: PlaceAddress};

/** The spellings of the key whose value may be an address. */
const ADDRESS_KEYS = spellingsOf('kubeconfig_path');
const ADDRESSED = KUBECONFIG_PLACES.filter((one): one is Addressed => 'schemes' in one.named);
const EXAMPLES = ADDRESSED.map(({named}) => named.example).join(' or ');

/** The names of all kinds of kubeconfig places. */
export const PLACE_KINDS = KUBECONFIG_PLACES.map(({kind}) => kind);

/** Returns the kind that has a key of its own in a context. */
export const placeOfKey = (key: string): AnyKubeconfigPlace | undefined =>
  KUBECONFIG_PLACES.find(({named}) => 'key' in named && spellingsOf(named.key).includes(key));

/**
 * Reports whether a value is meant as the mapping of a place. A key that may have a text as well takes every other value as a text: a
 * whole kubeconfig in YAML names no place.
 */
export const isMappingOf = ({named, fields}: AnyKubeconfigPlace, value: Json): boolean =>
  !('key' in named && named.orText === true) ||
  (isObject(value) && Object.keys(value).some((name) => Object.hasOwn(fields, name)));

/** Returns the kind that an address belongs to. */
export const placeOfAddress = (address: string): Addressed | undefined =>
  ADDRESSED.find(({named}) => named.schemes.some((scheme) => scheme === schemeOf(address)));

/** Reads the place of a kubeconfig from a key of a context. Undefined if the kubeconfig is not fetched. */
export function readRemote(key: string, value: Json): RemotePlace | Problem | undefined {
  const own = placeOfKey(key);
  if (own !== undefined && isMappingOf(own, value))
    return isObject(value)
      ? readPlace(own, {written: value, url: ''}, (name) => `unknown field ${name}`)
      : {problem: `it must be a mapping with ${membersOf(own)}`};
  if (!ADDRESS_KEYS.some((one) => one === key)) return undefined;
  if (isObject(value)) return readAddress(value);
  return typeof value === 'string' && schemeOf(value) !== undefined ? readAddress({url: value}) : undefined;
}

function membersOf({fields}: AnyKubeconfigPlace): string {
  const names = (wanted: boolean) =>
    Object.entries(fields).flatMap(([name, {required = false}]) => (required === wanted ? [name] : []));
  return `${names(true).join(', ')} (required), and ${names(false).join(', ')} (optional)`;
}

function readAddress(written: JsonObject): RemotePlace | Problem {
  const {url, ...members} = written;
  if (typeof url !== 'string') return {problem: `its \`url\` must be a string: ${EXAMPLES}`};
  const place = placeOfAddress(url);
  const scheme = schemeOf(url);
  if (place !== undefined) {
    const of = `${scheme}:// addresses, which have ${Object.keys(place.fields).join(', ')}`;
    const all = {...place.named.options?.(url), ...members};
    return readPlace(place, {written: all, url}, (name) => `\`${name}\` does not belong to ${of}`);
  }
  if (scheme === undefined) return {problem: `its \`url\` is not an address: ${EXAMPLES}`};
  return {
    problem:
      scheme === 'ref'
        ? 'it is a reference to a secret: use kubeconfig_content for it'
        : `it begins with ${scheme}://, but a kubeconfig can only be fetched from ${EXAMPLES}`,
  };
}

type Named = {readonly written: JsonObject; readonly url: string};

function readPlace(
  place: AnyKubeconfigPlace,
  {written, url}: Named,
  unknown: (name: string) => string,
): RemotePlace | Problem {
  const read = readMembers(written, place.fields, unknown);
  if ('problem' in read) return read;
  const problem = loginProblem(place, read.members);
  return problem === undefined ? place.read(read.members, url) : {problem: `\`${place.logins?.[1]}\` ${problem}`};
}

function loginProblem({logins}: AnyKubeconfigPlace, members: JsonObject): string | undefined {
  const isTwice = logins?.every((name) => hasValue(members[name])) ?? false;
  return isTwice ? `excludes \`${logins?.[0]}\`: remove one of them` : undefined;
}

/** Returns the problem of an address in a workspace file; undefined if there is none. */
export function addressProblem(address: string): string | undefined {
  const scheme = schemeOf(address);
  if (scheme === undefined) return undefined;
  const place = placeOfAddress(address);
  if (place !== undefined) {
    const problem = place.named.problem(address);
    const read = problem === undefined ? readAddress({url: address}) : undefined;
    return read !== undefined && 'problem' in read ? `is not valid: ${read.problem}` : problem;
  }
  if (scheme === 'ref') return 'is a reference to a secret: use `kubeconfig_content` for it';
  return `begins with ${scheme}://, but a kubeconfig can only be fetched from ${ADDRESSED.map(({named}) => `${named.schemes[0]}://…`).join(' or ')}`;
}

const URL_FIELD: DeclaredField = {type: 'text', required: true, description: EXAMPLES};
const ADDRESS_FIELDS = Object.assign({}, ...ADDRESSED.map(({fields}) => fields)) as AnyKubeconfigPlace['fields'];

/** The schema of a mapping with the address of a kubeconfig and options for fetching it. */
const Address = mappingSchema({fields: {url: URL_FIELD, ...ADDRESS_FIELDS}}).superRefine((written, context) => {
  const {url, ...members} = written as JsonObject & {readonly url: string};
  const report = (path: string, message: string) => context.addIssue({code: 'custom', path: [path], message});
  const problem = schemeOf(url) === undefined ? `is not an address: ${EXAMPLES}` : addressProblem(url);
  if (problem !== undefined) report('url', problem);
  const place = placeOfAddress(url);
  if (place === undefined) return;
  const login = loginProblem(place, members);
  if (login !== undefined) report(place.logins?.[1] ?? 'url', login);
  for (const [name, value] of Object.entries(members))
    if (hasValue(value) && !Object.hasOwn(place.fields, name))
      report(name, `does not belong to ${schemeOf(url)}:// addresses`);
});

/** The schemas of mappings in a context, by their keys. */
export const PLACE_MAPPINGS: Readonly<Record<string, z.ZodType>> = Object.fromEntries([
  ...ADDRESS_KEYS.map((key) => [key, Address] as const),
  ...KUBECONFIG_PLACES.flatMap(({named, fields}) =>
    'key' in named ? spellingsOf(named.key).map((key) => [key, mappingSchema({fields})] as const) : [],
  ),
]);
