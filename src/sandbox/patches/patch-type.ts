import {isObject, type JsonObject} from '../../core/json.ts';
import {referenceOf} from '../decode/go-struct.ts';
import {part, text} from '../model/part.ts';

/** How the fields of a type are patched: the part of OpenAPI that Go has in its tags `patchStrategy` and `patchMergeKey`. */
export type PatchType = {readonly field: (name: string) => PatchField};

/** What a strategic merge patch needs to know about a field; without a strategy objects merge and lists are replaced. */
export type PatchField = {
  readonly strategy: 'merge' | 'replace' | undefined;
  /** Of lists of objects that merge. */
  readonly mergeKey: string | undefined;
  /** Of the field itself, or of the items of its list. */
  readonly type: PatchType;
};

/** The type of one component of an OpenAPI document. */
export const patchType = (components: JsonObject, component: string): PatchType =>
  typeOf(part(components[component]), components);

/** A type that nothing is known of: objects merge, lists are replaced. */
const UNKNOWN: PatchType = {field: () => ({strategy: undefined, mergeKey: undefined, type: UNKNOWN})};

function typeOf(node: JsonObject, components: JsonObject): PatchType {
  const reference = referenceOf(node);
  if (reference !== undefined) return typeOf(part(components[reference]), components);
  if (isObject(node['items'])) return typeOf(node['items'], components);
  const properties = part(node['properties']);
  return {
    field: (name) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : node['additionalProperties'];
      return isObject(field) ? fieldOf(field, components) : UNKNOWN.field(name);
    },
  };
}

function fieldOf(node: JsonObject, components: JsonObject): PatchField {
  const strategies = text(node['x-kubernetes-patch-strategy']).split(',');
  const strategy = strategies.find((name): name is 'merge' | 'replace' => name === 'merge' || name === 'replace');
  const mergeKey = text(node['x-kubernetes-patch-merge-key']);
  return {strategy, mergeKey: mergeKey === '' ? undefined : mergeKey, type: typeOf(node, components)};
}
