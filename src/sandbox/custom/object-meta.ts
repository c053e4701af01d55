import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {DecodeFault, decodeStruct} from '../decode/decode-value.ts';
import {goStructs} from '../decode/go-struct.ts';
import {goTypeOf} from '../decode/read-body.ts';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Decoded metadata with the findings of strict decoding; or the error. */
export type ReadMeta =
  | {readonly metadata: JsonObject; readonly complaints: readonly string[]}
  | {readonly problem: string};

/**
 * Decodes metadata as the server does. `path` is their position: `metadata` or `spec.template.metadata`. `components` are the schemas of
 * the resource, including Kubernetes' own types.
 */
export function readObjectMeta(value: Json, path: string, components: JsonObject): ReadMeta {
  if (value === null) return {metadata: {}, complaints: []};
  if (!isObject(value))
    return {problem: `json: cannot unmarshal ${goTypeOf(value)} into Go value of type v1.ObjectMeta`};
  try {
    const {object, strict} = decodeStruct(value, goStructs(components)(OBJECT_META), [], path);
    return {metadata: object, complaints: strict};
  } catch (error) {
    if (error instanceof DecodeFault) return {problem: error.message};
    throw error;
  }
}
