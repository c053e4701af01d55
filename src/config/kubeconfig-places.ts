import type {z} from 'zod';
import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {spellingsOf} from '../core/workspace/context-keys.ts';
import type {RemotePlace} from '../core/workspace/remote-place.ts';
import {schemeOf} from '../core/workspace/scheme-of.ts';
import type {DeclaredField} from '../ports/declared-field.ts';
import type {PlaceAddress} from '../ports/kubeconfig-place-descriptor.ts';
import {type AnyKubeconfigPlace, KUBECONFIG_PLACES} from '../registry/kubeconfig-places.ts';
import {hasValue, mappingSchema} from './mapping-schema.ts';

type Problem = {readonly problem: string};
type Addressed = AnyKubeconfigPlace & {readonly named: PlaceAddress};

/** The key whose value may be an address. */
const ADDRESS_KEYS = spellingsOf('kubeconfig_path');
const ADDRESSED = KUBECONFIG_PLACES.filter((one): one is Addressed => 'schemes' in one.named);
const EXAMPLES = ADDRESSED.map(({named}) => named.example).join(' or ');

/** The names of all kinds. */
export const PLACE_KINDS = KUBECONFIG_PLACES.map(({kind}) => kind);

/** Returns the kind that a key of a context names with a mapping of its own. */
export const placeOfKey = (key: string): AnyKubeconfigPlace | undefined =>
  KUBECONFIG_PLACES.find(({named}) => 'key' in named && named.key === key);

/** Returns the kind that an address belongs to. */
export const placeOfAddress = (address: string): Addressed | undefined =>
  ADDRESSED.find(({named}) => named.schemes.some((scheme) => scheme === schemeOf(address)));

/** Reads a key of a context. Undefined: it names no place from which a kubeconfig is fetched. */
export function readRemote(key: string, value: Json): RemotePlace | Problem | undefined {
  const own = placeOfKey(key);
  if (own !== undefined)
    return isObject(value) ? own.read(value, '') : {problem: `it must be a mapping with ${membersOf(own)}`};
  if (!ADDRESS_KEYS.some((one) => one === key)) return undefined;
  if (isObject(value)) return readAddress(value);
  return typeof value === 'string' && schemeOf(value) !== undefined ? readAddress({url: value}) : undefined;
}

function membersOf({fields}: AnyKubeconfigPlace): string {
  const names = (wanted: boolean) =>
    Object.entries(fields).flatMap(([name, {required = false}]) => (required === wanted ? [name] : []));
  return `${names(true).join(', ')}, and maybe ${names(false).join(', ')}`;
}

function readAddress(written: JsonObject): RemotePlace | Problem {
  const {url, ...members} = written;
  if (typeof url !== 'string') return {problem: `its \`url\` must be a text: ${EXAMPLES}`};
  const place = placeOfAddress(url);
  if (place !== undefined) return place.read(members, url);
  const scheme = schemeOf(url);
  if (scheme === undefined) return {problem: `its \`url\` is not an address: ${EXAMPLES}`};
  return {
    problem:
      scheme === 'ref'
        ? 'a reference to a secret belongs into kubeconfig_content'
        : `it begins with ${scheme}://, and a kubeconfig is fetched from ${EXAMPLES}`,
  };
}

/** Returns what is wrong with an address in a workspace file, if anything. */
export function addressProblem(address: string): string | undefined {
  const scheme = schemeOf(address);
  if (scheme === undefined) return undefined;
  const place = placeOfAddress(address);
  if (place !== undefined) return place.named.problem(address);
  if (scheme === 'ref') return 'is a secret: put it into `kubeconfig_content`';
  return `begins with ${scheme}://: a kubeconfig is fetched from ${ADDRESSED.map(({named}) => `${named.schemes[0]}://…`).join(' or ')}`;
}

const URL_FIELD: DeclaredField = {type: 'text', required: true, description: EXAMPLES};
const ADDRESS_FIELDS = Object.assign({}, ...ADDRESSED.map(({fields}) => fields)) as AnyKubeconfigPlace['fields'];

/** A kubeconfig that is fetched by its address, where there is more to say than that. */
const Address = mappingSchema({fields: {url: URL_FIELD, ...ADDRESS_FIELDS}}).superRefine((written, context) => {
  const {url, ...members} = written as JsonObject & {readonly url: string};
  const report = (path: string, message: string) => context.addIssue({code: 'custom', path: [path], message});
  const problem = schemeOf(url) === undefined ? `is not an address: ${EXAMPLES}` : addressProblem(url);
  if (problem !== undefined) report('url', problem);
  const place = placeOfAddress(url);
  if (place === undefined) return;
  const [first, second] = place.logins ?? [];
  if (first && second && members[first] && members[second])
    report(second, `excludes \`${first}\`: one login is enough`);
  for (const [name, value] of Object.entries(members))
    if (hasValue(value) && !(name in place.fields)) report(name, `does not belong to ${schemeOf(url)}:// addresses`);
});

/** The schemas of mappings in a context, by their keys. */
export const PLACE_MAPPINGS: Readonly<Record<string, z.ZodType>> = Object.fromEntries([
  ...ADDRESS_KEYS.map((key) => [key, Address] as const),
  ...KUBECONFIG_PLACES.flatMap(({named, fields}) =>
    'key' in named ? [[named.key, mappingSchema({fields})] as const] : [],
  ),
]);
