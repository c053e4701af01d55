import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';
import {ENCODERS} from '../../core/reference/encoders.ts';
import {type Part, parseText} from '../../core/reference/parse-text.ts';
import {partsWithin} from '../../core/reference/parts-within.ts';
import {showPath} from '../../core/reference/path.ts';
import type {ReferenceProblem} from '../../core/reference/reference.ts';
import {broken, unknownId} from '../../core/reference/references-in.ts';
import type {Lookup} from '../../core/reference/resolve-references.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {isSecretName} from '../../core/workspace/mask.ts';
import {escapeLiteral, escapeValue} from './escape.ts';
import {lookUpValue} from './look-up-value.ts';

/** The values that the texts of one resource may refer to. */
export type Scope = {
  /** Returns the expression for a value of a resource of the same root module. */
  readonly expressionFor: (id: string, path: JsonPath) => string | undefined;
  /** Returns the value of any other resource. */
  readonly lookup: Lookup;
  readonly isSensitive: (id: string, path: JsonPath) => boolean;
  readonly secretOf: (uri: string) => string | undefined;
  /** Returns the secret that a release stores as a digest; undefined if it is lost. */
  readonly recall: (path: JsonPath, redacted: Json) => Json | undefined;
  readonly isKnown: (id: string) => boolean;
  readonly knownIds: Iterable<string>;
  /** Keeps a secret value out of the module, and returns the expression for it. */
  readonly hide: (value: Json, path: JsonPath) => string;
  readonly onUnknown: () => void;
  readonly onSecret: (path: JsonPath) => void;
  readonly onLost: (path: JsonPath) => void;
  readonly onProblem: (problem: ReferenceProblem) => void;
};

/**
 * An expression whose value Terraform itself knows only at the apply. It stands for a value that is not known yet, in plans that are never
 * applied.
 */
const UNKNOWN = 'timestamp()';
/** The same, for a value of any type. */
const UNKNOWN_ANY = `jsondecode(${UNKNOWN})`;

/** Returns a value of a resource as Terraform reads it in JSON. References become expressions, secrets variables, all else literals. */
export function expressionOf(value: Json, path: JsonPath, scope: Scope, isExpandable: boolean): Json {
  if (isRedacted(value)) return recalled(value, path, scope);
  if (isList(value)) return value.map((item, i) => expressionOf(item, [...path, i], scope, isExpandable));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        path.length === 0 ? key : escapeLiteral(key),
        expressionOf(part, [...path, key], scope, isExpandable),
      ]),
    );
  const isHidden = path.some((step) => typeof step === 'string' && isSecretName(step)) && value !== null;
  if (typeof value !== 'string') return isHidden && typeof value === 'number' ? hidden(value, path, scope) : value;
  const parts = isExpandable ? parseText(value, scope.isKnown) : [{kind: 'literal', text: value} as const];
  const isLiteral = parts.every(({kind}) => kind === 'literal');
  if (isLiteral) {
    const text = parts.map((part) => part.text).join('');
    return isHidden && text !== '' ? hidden(text, path, scope) : escapeLiteral(text);
  }
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return wholeOf(only, path, scope);
  return parts.map((part) => pieceOf(part, path, scope)).join('');
}

function hidden(value: Json, path: JsonPath, scope: Scope): string {
  scope.onSecret(path);
  return `\${${scope.hide(value, path)}}`;
}

function recalled(value: Json, path: JsonPath, scope: Scope): string {
  const found = scope.recall(path, value);
  if (found !== undefined) return hidden(found, path, scope);
  scope.onLost(path);
  return `\${${UNKNOWN_ANY}}`;
}

type Value = {readonly expression: string} | {readonly value: Json} | 'problem';

/** Returns the value of a reference that is the whole text: of any type. */
function wholeOf(part: Part, path: JsonPath, scope: Scope): Json {
  const found = valueOf(part, path, scope, UNKNOWN_ANY);
  if (found === 'problem') return null;
  return 'expression' in found ? `\${${found.expression}}` : escapeValue(found.value);
}

/** Returns a part of a longer text. */
function pieceOf(part: Part, path: JsonPath, scope: Scope): string {
  const found = valueOf(part, path, scope, UNKNOWN);
  if (found === 'problem') return '';
  if ('expression' in found) return `\${${found.expression}}`;
  if (typeof found.value !== 'object' || found.value === null) return escapeLiteral(String(found.value));
  const message = `${part.text} is not a text, a number or a boolean, so it cannot be part of a string`;
  scope.onProblem({code: 'reference/not-a-scalar', at: path, message});
  return '';
}

function valueOf(part: Part, at: JsonPath, scope: Scope, unknown: string): Value {
  if (part.kind === 'literal') return {value: part.text};
  if (part.kind === 'broken') return problem(scope, broken(part, at));
  if (part.kind === 'secret') {
    const secret = scope.secretOf(part.uri);
    if (secret !== undefined) return {expression: scope.hide(secret, at)};
    return problem(scope, {code: 'reference/secret-syntax', at, message: `${part.text} was not read`});
  }
  if (part.kind === 'encoded') return encoded(part, at, scope, unknown);
  const expression = scope.expressionFor(part.id, part.path);
  if (expression !== undefined) return {expression};
  const found = lookUpValue(scope.lookup, part);
  if (found === 'unknown') {
    scope.onUnknown();
    return {expression: unknown};
  }
  if (found === undefined) return problem(scope, unknownId(part.id, at, scope.knownIds));
  if ('value' in found)
    return scope.isSensitive(part.id, part.path) ? {expression: scope.hide(found.value, at)} : {value: found.value};
  const message = `refers to ${showPath(part.path)} of ${part.id}, but there is no ${showPath([found.missing])}`;
  return problem(scope, {code: 'reference/missing-field', at, message});
}

/** Encodes a text whose values Gantry knows. What Terraform computes is encoded by no function that all encodings have. */
function encoded(part: Part & {readonly kind: 'encoded'}, at: JsonPath, scope: Scope, unknown: string): Value {
  const {encoding} = part;
  const values = parseText(part.inner, scope.isKnown).map((one) => valueOf(one, at, {...scope, hide: KEEP}, unknown));
  if (values.includes('problem')) return 'problem';
  if (values.some((one) => one !== 'problem' && 'expression' in one && one.expression === unknown))
    return {expression: unknown};
  const isOpen = values.some((one) => one !== 'problem' && 'expression' in one && !one.expression.startsWith(KEPT));
  if (encoding === 'digest' || isOpen)
    return problem(scope, {
      code: 'reference/syntax',
      at,
      message: `${part.text} is not supported in a Terraform resource`,
    });
  const text = values
    .map((one) =>
      one === 'problem'
        ? ''
        : 'value' in one
          ? scalarText(one.value)
          : String(JSON.parse(one.expression.slice(KEPT.length))),
    )
    .join('');
  const result = ENCODERS[encoding](text);
  const isSecret = partsWithin(part.inner, scope.isKnown).some(
    ({part: one}) => one.kind === 'secret' || (one.kind === 'reference' && scope.isSensitive(one.id, one.path)),
  );
  return isSecret ? {expression: scope.hide(result, at)} : {value: result};
}

/** Marks a secret that is encoded before it is hidden. */
const KEPT = 'kept ';
const KEEP = (value: Json): string => `${KEPT}${JSON.stringify(value)}`;

function problem(scope: Scope, found: ReferenceProblem): 'problem' {
  scope.onProblem(found);
  return 'problem';
}

const scalarText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
