import {isObject, type Json} from '../../core/json.ts';
import {failed} from '../model/refusals.ts';
import type {Resource} from '../model/resource.ts';
import {DecodeFault, decodeStruct} from './decode-value.ts';
import {goStructs} from './go-struct.ts';

const COMPONENT = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions';

/**
 * Checks the body of a DELETE against its Go type. Unlike in other bodies, a mismatch is an internal server error, in Go's words.
 * @throws Refusal 500
 */
export function checkDeleteOptions(value: Json, resource: Resource): void {
  const components = resource.components();
  if (!isObject(value) || !Object.hasOwn(components, COMPONENT)) return;
  try {
    decodeStruct(value, goStructs(components)(COMPONENT), []);
  } catch (error) {
    throw error instanceof DecodeFault ? failed(error.message) : error;
  }
}
