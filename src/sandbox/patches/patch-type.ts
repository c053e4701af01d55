import {isObject, type JsonObject} from '../../core/json.ts';
import {referenceOf} from '../decode/go-struct.ts';
import {part, text} from '../model/part.ts';

/** A type for strategic merge patches, from the OpenAPI form of Go's tags `patchStrategy` and `patchMergeKey`. */
export type PatchType = {readonly field: (name: string) => PatchField};

/** The patch strategy of a field. Without one, objects are merged and lists are replaced. */
export type PatchField = {
  readonly strategy: 'merge' | 'replace' | undefined;
  /** The merge key of a list of objects that are merged. */
  readonly mergeKey: string | undefined;
  /** The type of the field, or of the items of its list. */
  readonly type: PatchType;
};

/** Returns the type of one component of an OpenAPI document. */
export const patchType = (components: JsonObject, component: string): PatchType =>
  typeOf(part(components[component]), components);

/** The type of an unknown value: objects are merged, and lists are replaced. */
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
