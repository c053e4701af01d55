import type {JsonObject} from '../../core/json.ts';
import {decodeCustom} from '../custom/decode-custom.ts';
import {decodeObject} from '../decode/decode-object.ts';
import type {Body} from '../decode/read-body.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import type {WriteOptions} from './verb-context.ts';

/** An object of any kind after decoding, with warnings for the header of the reply. */
export type Decoded = {readonly object: JsonObject; readonly warnings: readonly string[]};

/** Decodes a body as an object of this kind: built-in kinds like Go's decoder, custom ones by their structural schema. */
export function decode(body: Body, resource: Resource, validation: WriteOptions['validation']): Decoded {
  if (resource.custom === undefined) return decodeObject(body.value, resource, validation, body);
  return decodeCustom(body.value, resource, validation, body.complaints);
}

const zeroes = new WeakMap<Resource, JsonObject>();

/** Returns the empty object of this kind, with the fields that Go writes even for zero values. */
export function zeroOf(resource: Resource): JsonObject {
  let zero = zeroes.get(resource);
  if (zero === undefined) {
    const named = {kind: resource.kind, apiVersion: apiVersionOf(resource)};
    zero = resource.custom === undefined ? decodeObject(named, resource, 'Ignore').object : named;
    zeroes.set(resource, zero);
  }
  return zero;
}
