import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {DecodeFault, decodeStruct} from '../decode/decode-value.ts';
import {goStructs} from '../decode/go-struct.ts';
import {goTypeOf} from '../decode/read-body.ts';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** Metadata as Go reads and writes it, with what strict reading has against them; or why they cannot be read. */
export type ReadMeta =
  | {readonly metadata: JsonObject; readonly complaints: readonly string[]}
  | {readonly problem: string};

/**
 * Reads metadata as the server does. `path` is where they stand: `metadata`, `spec.template.metadata`; `components` are those of the
 * resource, with Kubernetes' own types among them.
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
