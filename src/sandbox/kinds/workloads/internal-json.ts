import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {once} from '../../../lib/once.ts';
import {objectAt, part, partAt} from '../../model/part.ts';
import {itemsAt} from '../objects/fields.ts';
import internalTypes from './internal-types.json' with {type: 'json'};

type Field = {readonly name: string; readonly key: string; readonly kind: string};

/** A value of the API as the server keeps and shows it: in the fields of its own types, with all that are not set. */
export function internalJson(type: string, value: JsonObject): JsonObject {
  const own = type === 'PodSpec' ? withHostFields(value) : value;
  // The names are the same but for their letters: `HTTPGet` is `httpGet`.
  const byName = new Map(Object.entries(own).map(([key, item]) => [key.toLowerCase(), item]));
  return Object.fromEntries(
    (types()[type] ?? []).flatMap(({name, key, kind}): readonly (readonly [string, Json])[] => {
      if (kind === '^metadata') return Object.entries(partAt(own, 'metadata'));
      if (kind.startsWith('^')) return Object.entries(internalJson(kind.slice(1), own));
      return [[name, shownAs(kind, byName.get(key))]];
    }),
  );
}

/**
 * How the server itself names what workloads and CRDs consist of (pkg/apis in Kubernetes): its errors show values in these names, and
 * all of their fields. Made by `node scripts/sandbox-pack.ts` out of the sources of Kubernetes.
 * A field is `Name:kind`: `s` text, `n` number, `b` boolean, `q` quantity, `i` number or text, `*` what may be
 * missing, `*T` a T that may be, `[T` a list of T, `T` a T in place; `^T` has its fields among the others.
 */
const types = once(
  (): Readonly<Record<string, readonly Field[]>> =>
    Object.fromEntries(
      Object.entries(internalTypes).map(([type, fields]) => [
        type,
        fields.split(' ').flatMap((text) => {
          if (text === '') return [];
          const [name = '', kind = name] = text.split(':');
          return [{name, key: name.toLowerCase(), kind}];
        }),
      ]),
    ),
);

/** What belongs to the security context here, and stands beside it in v1. */
function withHostFields(spec: JsonObject): JsonObject {
  const outside = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];
  const fields = Object.entries(spec).filter(([key]) => outside.includes(key));
  return {...spec, securityContext: {...objectAt(spec, 'securityContext'), ...Object.fromEntries(fields)}};
}

/** The names of the fields of a type in their order, each with what it is when nothing is said. */
export const internalFields = (type: string): readonly (readonly [name: string, empty: Json])[] =>
  (types()[type] ?? []).map(({name, kind}) => [name, ZERO[kind] ?? null]);

const ZERO: Readonly<Record<string, Json>> = {s: '', n: 0, b: false, q: '0', i: 0, '*': null};

function shownAs(kind: string, value: Json | undefined): Json {
  if (Object.hasOwn(ZERO, kind)) return inOrder(value ?? ZERO[kind] ?? null);
  if (kind.startsWith('[')) {
    const items = itemsAt({items: value ?? null}, 'items');
    return items.length === 0 ? null : items.map(([item]) => internalJson(kind.slice(1), item));
  }
  if (kind.startsWith('*')) return isObject(value) ? internalJson(kind.slice(1), value) : null;
  return internalJson(kind, part(value));
}

/** As Go writes it: maps by their keys, a selector as it is declared. */
export function inOrder(value: Json): Json {
  if (isList(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key] ?? null)]));
}

const rank = (key: string): string => (key === 'matchLabels' ? 'matchE' : key);
