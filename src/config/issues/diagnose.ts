import type {z} from 'zod';
import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, type Json, type JsonPath} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';
import {knownFields} from '../../core/schema/known-fields.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {exampleAt, rightPlace} from './examples.ts';
import {NOT_SUPPORTED} from './not-supported-text.ts';
import {pathText} from './path-text.ts';

type Checked = {readonly schema: z.core.$ZodType; readonly value: Json; readonly origin: Origin};

/** Converts the issues of a schema to diagnostics, with positions in the user's file. */
export const diagnose = (error: z.core.$ZodError, checked: Checked): readonly Diagnostic[] =>
  error.issues.flatMap((issue) => diagnoseIssue(issue, checked));

function diagnoseIssue(issue: z.core.$ZodIssue, checked: Checked): readonly Diagnostic[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(key, path, checked));
  if (issue.code === 'invalid_type') return [wrongType(issue, path, checked)];
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return [problem(`\`${pathText(path)}\` is empty`, path, checked, {hint: 'Remove the key, or give it a value.'})];
  }
  if (issue.code === 'invalid_key') return [wrongKey(issue, path, checked)];
  const meant = issue.code === 'invalid_union' ? branchMeant(issue) : undefined;
  if (meant !== undefined) return meant.flatMap((one) => diagnoseIssue(one, checked));
  const wordless = /^(?:Invalid|Too small)\b/.test(issue.message) ? wordlessIssue(issue, path, checked) : undefined;
  if (wordless !== undefined) return [wordless];
  const {code = codeOf(issue.message), hint = issue.code === 'invalid_union' ? likeThis(path, checked) : undefined} =
    wordsOf(issue);
  return [problem(whole(issue.message, path), path, checked, {code, hint})];
}

/** Returns a diagnostic for an issue for which the schema has no message of its own. */
function wordlessIssue(issue: z.core.$ZodIssue, path: JsonPath, checked: Checked): Diagnostic | undefined {
  if (issue.code === 'too_small' && issue.origin === 'array')
    return problem(`\`${pathText(path)}\` is an empty list`, path, checked);
  if (issue.code === 'invalid_value') return unknownValue(issue, path, checked);
  const forms = issue.code === 'invalid_union' ? expectedOf(issue) : [];
  return forms.length > 0 ? wrongType({expected: forms}, path, checked) : undefined;
}

/** Completes a message that begins with a verb by the path of the value: checks of a value do not know its path. */
const whole = (message: string, path: JsonPath): string =>
  /^(?:is|are|must be|names|begins with|holds|does not|excludes) /.test(message) && path.length > 0
    ? `\`${pathText(path)}\` ${message}`
    : message;

/** Reports a value that is not one of the allowed values. */
function unknownValue(issue: z.core.$ZodIssueInvalidValue, path: JsonPath, checked: Checked): Diagnostic {
  const known = issue.values.map(String);
  const found = jsonAt(checked.value, path);
  const nearest = typeof found === 'string' ? didYouMean(found, known) : undefined;
  const hint = nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`;
  const message = `\`${pathText(path)}\` must be ${known.length === 1 ? '' : 'one of '}${known.join(', ')}`;
  return problem(message, path, checked, {hint});
}

/** Reports a key that the schema of the keys refuses. */
function wrongKey(issue: z.core.$ZodIssueInvalidKey, path: JsonPath, checked: Checked): Diagnostic {
  const [first] = issue.issues;
  const message = first === undefined ? issue.message : `\`${String(path.at(-1))}\`: ${first.message}`;
  const {position} = checked.origin;
  return {severity: 'error', code: 'config/invalid', message, at: position(path, 'key'), path: pathText(path)};
}

/** Returns the types that a union accepts, if the value has none of them. */
const expectedOf = ({errors}: z.core.$ZodIssueInvalidUnion): readonly string[] => [
  ...new Set(
    errors.flatMap(([first]) => {
      if (first === undefined || first.path.length > 0) return [];
      if (first.code === 'invalid_type') return [first.expected];
      return first.code === 'invalid_value' ? [first.values.map((value) => JSON.stringify(value)).join(' or ')] : [];
    }),
  ),
];

/** Returns the issues of the only branch of a union that accepts the type of the value. They say more than "no branch matches". */
function branchMeant({errors, path}: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  const [only, ...others] = errors.filter(
    (branch) => !branch.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0),
  );
  if (only === undefined || others.length > 0) return undefined;
  return only.map((issue) => ({...issue, path: [...path, ...issue.path]}));
}

/** The code and the hint that a custom check can add to its message, as `params` of the issue. */
export type IssueWords = {readonly code?: string; readonly hint?: string | undefined};

const wordsOf = (issue: z.core.$ZodIssue): IssueWords =>
  issue.code === 'custom' ? ((issue.params ?? {}) as IssueWords) : {};

const codeOf = (message: string): string =>
  message.endsWith(NOT_SUPPORTED) ? 'config/not-supported' : 'config/invalid';

function problem(
  message: string,
  path: JsonPath,
  {origin}: Checked,
  {code = 'config/invalid', hint}: IssueWords = {},
): Diagnostic {
  const isAboutName = code === 'config/not-supported' || code === 'config/unknown-field';
  return {
    severity: 'error',
    code,
    message,
    at: origin.position(path, isAboutName ? 'key' : 'value'),
    ...defined({path: path.length === 0 ? undefined : pathText(path), hint}),
  };
}

function unknownField(key: string, path: JsonPath, checked: Checked): Diagnostic {
  const known = knownFields(checked.schema, path);
  const nearest = didYouMean(key, known);
  const elsewhere = path.length === 0 ? rightPlace(checked.schema, key) : undefined;
  const hint =
    nearest === undefined ? (elsewhere ?? `Use one of: ${known.join(', ')}.`) : `Did you mean \`${nearest}\`?`;
  return problem(`unknown field \`${key}\``, [...path, key], checked, {code: 'config/unknown-field', hint});
}

function likeThis(path: JsonPath, {schema}: Checked): string | undefined {
  const example = exampleAt(schema, path);
  return example === undefined ? undefined : `Write it like this: ${example}`;
}

type WrongType = {readonly expected: string | readonly string[]};

function wrongType(issue: WrongType, path: JsonPath, checked: Checked): Diagnostic {
  const found = jsonAt(checked.value, path);
  const name = path.length === 0 ? 'the document' : `\`${pathText(path)}\``;
  if (found === undefined) {
    const parent = path.slice(0, -1);
    return {...problem(`${name} is missing`, parent, checked, {code: 'config/missing-field'}), path: pathText(path)};
  }
  const expected = [issue.expected]
    .flat()
    .map((type) => TYPE_WORDS[type] ?? type)
    .join(' or ');
  const isText = issue.expected === 'string' && (typeof found === 'number' || typeof found === 'boolean');
  const hint = isText ? `Write "${writtenAt(checked.origin.position(path))}" with quotes.` : likeThis(path, checked);
  return problem(`${name} must be ${expected}, not ${typeWord(found)}`, path, checked, {
    code: 'config/wrong-type',
    hint,
  });
}

/** Returns the text of a value as it is in the file. YAML reads `no` as a boolean, and the hint must quote `no`. */
const writtenAt = ({text, column, endColumn}: Position): string => text.slice(column - 1, endColumn - 1);

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  null: 'empty',
};

function typeWord(value: Json): string {
  if (value === null) return 'empty';
  if (isList(value)) return 'a list';
  if (typeof value === 'boolean') return 'a boolean';
  return TYPE_WORDS[typeof value] ?? typeof value;
}
