import type {JsonObject} from '../../core/json.ts';
import {meets, type Requirement} from '../../core/selection/requirement.ts';
import {labelValue, qualifiedName} from '../kinds/formats.ts';
import {badRequest} from '../model/refusals.ts';
import {type LabelToken, labelTokens} from './label-tokens.ts';

/** Parses the text of `labelSelector=`. Refuses what the server refuses, in its words, which the parser in core does not have. */
export function labelSelector(text: string): (labels: JsonObject) => boolean {
  const requirements = requirementsOf(labelTokens(text));
  return (labels) => requirements.every((requirement) => meets(requirement, labels));
}

const INTEGER = /^[+-]?\d+$/;

/** The position of the parser in the tokens. The last token is the end of the text. */
type Reader = {
  readonly peek: () => LabelToken;
  readonly next: () => LabelToken;
};

function readerOf(tokens: readonly LabelToken[]): Reader {
  let at = 0;
  const end: LabelToken = {kind: 'end', text: ''};
  return {peek: () => tokens[at] ?? end, next: () => tokens[at++] ?? end};
}

/** Reports whether a token is a name. Inside values, `in` and `notin` are ordinary values. */
const isName = ({kind}: LabelToken): boolean => kind === 'name' || kind === 'in' || kind === 'notin';

function requirementsOf(tokens: readonly LabelToken[]): Requirement[] {
  const reader = readerOf(tokens);
  const requirements: Requirement[] = [];
  if (reader.peek().kind === 'end') return requirements;
  const first = reader.peek();
  if (!isName(first) && first.kind !== '!') {
    throw badRequest(`found '${first.text}', expected: !, identifier, or 'end of string'`);
  }
  for (;;) {
    requirements.push(requirementOf(reader));
    const after = reader.next();
    if (after.kind === 'end') return requirements;
    if (after.kind !== ',') throw badRequest(`found '${after.text}', expected: ',' or 'end of string'`);
    const next = reader.peek();
    if (!isName(next) && next.kind !== '!') throw badRequest(`found '${next.text}', expected: identifier after ','`);
  }
}

const unparsed = (message: string): Error => badRequest(`unable to parse requirement: ${message}`);

function requirementOf(reader: Reader): Requirement {
  let token = reader.next();
  const absent = token.kind === '!';
  if (absent) token = reader.next();
  if (!isName(token)) throw unparsed(`found '${token.text}', expected: identifier`);
  const key = token.text;
  const wrong = qualifiedName(key);
  if (wrong.length > 0) throw unparsed(`<nil>: Invalid value: ${JSON.stringify(key)}: ${wrong.join('; ')}`);
  if (absent) return {key, operator: 'DoesNotExist', values: []};
  if (['end', ','].includes(reader.peek().kind)) return {key, operator: 'Exists', values: []};
  const sign = reader.next();
  const operator = OPERATORS[sign.kind];
  if (operator === undefined) throw unparsed(`found '${sign.text}', expected: in, notin, =, ==, !=, gt, lt`);
  const isSet = sign.kind === 'in' || sign.kind === 'notin';
  const requirement: Requirement = {key, operator, values: isSet ? valuesOf(reader) : [exactValue(reader)]};
  checkValues(requirement);
  return requirement;
}

const OPERATORS: Readonly<Partial<Record<LabelToken['kind'], Requirement['operator']>>> = {
  in: 'In',
  '=': 'In',
  '==': 'In',
  notin: 'NotIn',
  '!=': 'NotIn',
  '>': 'Gt',
  '<': 'Lt',
};

function exactValue(reader: Reader): string {
  const token = reader.peek();
  if (token.kind === 'end' || token.kind === ',') return '';
  if (!isName(reader.next())) throw unparsed(`found '${token.text}', expected: identifier`);
  return token.text;
}

function valuesOf(reader: Reader): string[] {
  const open = reader.next();
  if (open.kind !== '(') throw unparsed(`found '${open.text}' expected: '('`);
  const first = reader.peek();
  if (first.kind === ')') {
    reader.next();
    return [''];
  }
  if (!isName(first) && first.kind !== ',') {
    throw unparsed(`found '${first.text}', expected: ',', ')' or identifier`);
  }
  const values = new Set<string>();
  for (;;) {
    const token = reader.next();
    if (isName(token)) {
      values.add(token.text);
      const after = reader.peek();
      if (after.kind === ')') break;
      if (after.kind !== ',') throw unparsed(`found '${after.text}', expected: ',' or ')'`);
    } else if (token.kind === ',') {
      if (values.size === 0) values.add('');
      const after = reader.peek();
      if (after.kind === ')' || after.kind === ',') values.add('');
      if (after.kind === ')') break;
      if (after.kind === ',') reader.next();
    } else {
      throw unparsed(`found '${token.text}', expected: ',', or identifier`);
    }
  }
  reader.next();
  return [...values].toSorted();
}

function checkValues({key, operator, values}: Requirement): void {
  const problems: string[] = [];
  for (const [index, value] of values.entries()) {
    if ((operator === 'Gt' || operator === 'Lt') && !INTEGER.test(value)) {
      const message = "for 'Gt', 'Lt' operators, the value must be an integer";
      problems.push(`values[${index}]: Invalid value: ${JSON.stringify(value)}: ${message}`);
    }
    const wrong = labelValue(value);
    if (wrong.length > 0) {
      problems.push(`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${wrong.join('; ')}`);
    }
  }
  if (problems.length > 0) throw unparsed(problems.length === 1 ? `${problems[0]}` : `[${problems.join(', ')}]`);
}
