import type {Json} from '../../core/json.ts';

/** A problem of a scalar. */
export type ScalarProblem = {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint: string;
};

/**
 * Returns the value of a scalar without quotes, as kubectl reads it: the words of YAML 1.1 for true and false, `0644` as octal, `1_000`
 * as a number. A date stays a string.
 */
export function plainScalar(text: string, onProblem: (problem: ScalarProblem) => void): Json {
  if (text === '') return null;
  const first = text.charCodeAt(0);
  const isNumberLike = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (isNumberLike) return numberOrText(text, onProblem);
  if (text.length > 5) return text;
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const oldWord = OLD_WORDS.get(text);
  if (oldWord === undefined) return text;
  onProblem({
    severity: 'warning',
    code: 'yaml/boolean-word',
    message: `\`${text}\` is read as ${oldWord}, as kubectl does`,
    hint: `Write ${oldWord}, or put quotes around "${text}" to keep that text.`,
  });
  return oldWord;
}

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const OLD_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const BASED = /^([-+]?)(0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_A_JSON_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

function numberOrText(text: string, onProblem: (problem: ScalarProblem) => void): Json {
  const number = plainNumber(text);
  if (number !== undefined) return 'integer' in number ? integer(number.integer, onProblem) : number.float;
  if (!NOT_A_JSON_NUMBER.test(text)) return text;
  onProblem({
    severity: 'error',
    code: 'yaml/not-finite',
    message: `\`${text}\` cannot be represented in JSON, which Kubernetes uses`,
    hint: `Put quotes around "${text}" to keep it as a string.`,
  });
  return null;
}

/** Reads a number as kubectl does: an integer as its decimal digits, or a float. Undefined if the text is not a number. */
export function plainNumber(text: string): {readonly integer: string} | {readonly float: number} | undefined {
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  if (DECIMAL.test(digits)) return {integer: digits.startsWith('+') ? digits.slice(1) : digits};
  const based = BASED.exec(digits);
  if (based) return {integer: decimalOf(based[1] ?? '', based[2] ?? '')};
  if (!FLOAT.test(digits)) return undefined;
  const float = Number(digits);
  return Number.isFinite(float) ? {float} : undefined;
}

function decimalOf(sign: string, digits: string): string {
  const literal = /^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase();
  return `${sign === '-' ? '-' : ''}${BigInt(literal)}`;
}

function integer(decimal: string, onProblem: (problem: ScalarProblem) => void): Json {
  const value = Number(decimal);
  // `-0` is written as 0.
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  // JSON contains the digits, and the server reads them exactly.
  if (String(value) === decimal) return value;
  onProblem({
    severity: 'error',
    code: 'yaml/integer-too-large',
    message: 'this integer is too large to be stored exactly',
    hint: 'Put quotes around it to keep it as a string.',
  });
  return null;
}
