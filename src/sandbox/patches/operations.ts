import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Validation} from '../decode/decode-object.ts';
import {type Body, goTypeOf} from '../decode/read-body.ts';
import {badRequest} from '../model/refusals.ts';
import {Refusal} from '../model/status.ts';

const MOST_OPERATIONS = 10_000;
const FIELDS = ['op', 'path', 'from', 'value'];

type Operations = {readonly operations: readonly JsonObject[]; readonly complaints: readonly string[]};

/** Reads the operations of a JSON patch. If unknown fields are reported, a stricter decoder reads them, which has other messages. */
export function operationsOf({value, duplicates}: Body, validation: Validation): Operations {
  const isStrict = validation !== 'Ignore';
  const [list, item] = isStrict
    ? ['[]handlers.jsonPatchOp', 'handlers.jsonPatchOp']
    : ['jsonpatch.Patch', 'jsonpatch.Operation'];
  const cannot = (wrong: Json, type: string): Refusal =>
    badRequest(`${isStrict ? 'error decoding patch: ' : ''}json: cannot unmarshal ${goTypeOf(wrong)} into Go ${type}`);
  if (value === null) return {operations: [], complaints: []};
  if (!isList(value)) throw cannot(value, `value of type ${list}`);
  const operations = value.map((operation) => {
    if (!isObject(operation)) throw cannot(operation, `value of type ${item}`);
    const wrong = ['op', 'path', 'from'].find((field) => !['string', 'undefined'].includes(typeof operation[field]));
    if (isStrict && wrong !== undefined) {
      throw cannot(operation[wrong] ?? null, `struct field jsonPatchOp.${wrong} of type string`);
    }
    return operation;
  });
  if (operations.length > MOST_OPERATIONS) throw tooMany(operations.length);
  const twice = duplicates.map(({parent, name}) => `json patch duplicate field "${parent}.${name}"`);
  return {operations, complaints: [...unknownFields(operations), ...twice]};
}

const unknownFields = (operations: readonly JsonObject[]): readonly string[] =>
  operations.flatMap((operation, index) =>
    Object.keys(operation)
      .filter((field) => !FIELDS.includes(field))
      .map((field) => `json patch unknown field "[${index}].${field}"`),
  );

const tooMany = (count: number): Refusal =>
  new Refusal({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${count}`,
  });
