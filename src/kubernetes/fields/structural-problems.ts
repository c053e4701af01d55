import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {cpuTimeMs} from '../../lib/cpu-time.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {withinTime} from '../../lib/within-time.ts';

/** A value that the schema of a CRD refuses. The message continues after the field's name. */
export type StructuralProblem = {
  readonly path: JsonPath;
  readonly code: 'required' | 'not-allowed' | 'pattern' | 'range' | 'size';
  readonly message: string;
};

/**
 * Returns what a structural schema (`openAPIV3Schema`) certainly refuses in a custom resource, beyond types and unknown
 * fields: missing required fields, values outside of an enum or a range, texts that do not match a pattern. It is used
 * for kinds that no server serves yet. CEL rules, formats, `not`, `anyOf` and `oneOf` are left to the server. `status`
 * is ignored, because the server does not accept it from us.
 */
export function structuralProblems(object: JsonObject, schema: JsonObject): readonly StructuralProblem[] {
  const problems: StructuralProblem[] = [];
  const {properties, required} = schema;
  const {status: _, metadata: _metadata, ...fields} = part(properties);
  const asked = list(required).filter((name) => name !== 'status');
  check(object, {...schema, properties: fields, required: asked, additionalProperties: true}, [], {
    problems,
    patternsMs: 0,
  });
  return problems;
}

type Findings = {
  readonly problems: StructuralProblem[];
  /** The CPU time that pattern checks have taken so far, in milliseconds. */
  patternsMs: number;
};

function check(value: Json, schema: JsonObject, path: JsonPath, findings: Findings): void {
  // Null is dropped before sending, or nullable.
  if (value === null) return;
  const tell: Tell = (code, message) => void findings.problems.push({path, code, message});
  if (isList(schema['enum']) && !schema['enum'].some((one) => deepEqual(one, value)))
    tell(
      'not-allowed',
      `is ${JSON.stringify(value)}, must be one of ${schema['enum'].map((one) => JSON.stringify(one)).join(', ')}`,
    );
  if (typeof value === 'number') for (const text of outOfRange(value, schema)) tell('range', text);
  if (typeof value === 'string') checkText(value, schema, tell, findings);
  if (isList(value)) {
    for (const {has, must} of wrongSize(value.length, schema, 'Items', 'items')) tell('size', `${has}, ${must}`);
    for (const [i, item] of value.entries()) check(item, part(schema['items']), [...path, i], findings);
  } else if (isObject(value)) {
    for (const {has, must} of wrongSize(Object.keys(value).length, schema, 'Properties', 'fields'))
      tell('size', `${has}, ${must}`);
    checkFields(value, schema, path, findings);
  }
  for (const one of list(schema['allOf'])) check(value, part(one), path, findings);
}

type Tell = (code: StructuralProblem['code'], message: string) => void;

/** Checks a text. The message does not contain its length: it may be a secret. */
function checkText(value: string, schema: JsonObject, tell: Tell, findings: Findings): void {
  for (const text of wrongSize(Array.from(value).length, schema, 'Length', 'characters')) tell('size', text.must);
  const {pattern} = schema;
  if (typeof pattern !== 'string' || findings.patternsMs > MOST_PATTERNS_MS) return;
  const begun = cpuTimeMs();
  if (mismatches(value, pattern)) tell('pattern', `must match ${pattern}`);
  findings.patternsMs += cpuTimeMs() - begun;
}

function checkFields(object: JsonObject, schema: JsonObject, path: JsonPath, findings: Findings): void {
  const properties = part(schema['properties']);
  for (const name of list(schema['required'])) {
    if (typeof name !== 'string' || (Object.hasOwn(object, name) && object[name] !== null)) continue;
    // The server applies defaults before it validates.
    if (part(properties[name])['default'] === undefined && object[name] !== null)
      findings.problems.push({path, code: 'required', message: `has no ${name}, which is required`});
  }
  for (const [name, value] of Object.entries(object)) {
    const type = Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties'];
    check(value, part(type), [...path, name], findings);
  }
}

function outOfRange(value: number, schema: JsonObject): readonly string[] {
  const {minimum, maximum, exclusiveMinimum, exclusiveMaximum} = schema;
  const found: string[] = [];
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum))
    found.push(`is ${value}, must be ${exclusiveMinimum === true ? 'more than' : 'at least'} ${minimum}`);
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum))
    found.push(`is ${value}, must be ${exclusiveMaximum === true ? 'less than' : 'at most'} ${maximum}`);
  return found;
}

function wrongSize(
  size: number,
  schema: JsonObject,
  what: string,
  noun: string,
): readonly {has: string; must: string}[] {
  const [min, max] = [schema[`min${what}`], schema[`max${what}`]];
  const has = `has ${size} ${noun}`;
  return [
    ...(typeof min === 'number' && size < min ? [{has, must: `must have at least ${min} ${noun}`}] : []),
    ...(typeof max === 'number' && size > max ? [{has, must: `must have at most ${max} ${noun}`}] : []),
  ];
}

/** The longest time for one pattern in milliseconds: several repetitions in a row are slow even for short texts. */
const LONGEST_MS = 100;
/** The most CPU time for all patterns of one object in milliseconds; the rest is left to the server. */
const MOST_PATTERNS_MS = 500;
/** The longest text that is checked; longer ones are left to the server, whose expressions take linear time. */
const MOST = 256;
/** Matches a repeated group that contains a repetition or an alternative: such a pattern could take exponential time here. */
const REPEATS_REPEATED = /\((?:[^()\\]|\\.)*[*+{|](?:[^()\\]|\\.)*\)[*+{]|\)\)[*+{]/;

/**
 * Reports whether a text does not match a pattern. The server uses Go's expressions; only what both languages interpret
 * alike is judged: printable ASCII, and patterns that JavaScript accepts in its strict mode, in which Go-only notations
 * are errors.
 */
function mismatches(value: string, pattern: string): boolean {
  if (
    value.length > MOST ||
    pattern.length > MOST ||
    !/^[\n\t\x20-\x7e]*$/.test(value) ||
    REPEATS_REPEATED.test(pattern)
  )
    return false;
  try {
    const expression = new RegExp(pattern, 'u');
    return withinTime(() => expression.test(value), LONGEST_MS)?.value === false;
  } catch {
    return false;
  }
}

const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
