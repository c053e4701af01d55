import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {cpuTimeMs} from '../../../lib/cpu-time.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {list, own, part, text} from '../../model/part.ts';
import {at, child, duplicate, forbidden, invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {olderItem} from '../value/older-item.ts';
import {celRoot, celValue} from './cel-value.ts';
import {celLanguage} from './load-language.ts';
import {type Answer, type Compiled, compileRule, type Rule, ruleOf, usesOldSelf, type Variables} from './rule.ts';

/** The findings of the rules of a schema. Warnings are for problems of unchanged values, and for rules that cannot be evaluated here. */
export type RuleFindings = {readonly problems: readonly Problem[]; readonly warnings: readonly string[]};

/** Evaluates all `x-kubernetes-validations` that apply, as the server does after all other checks. */
export function ruleFindings(object: JsonObject, before: JsonObject | undefined, schema: JsonObject): RuleFindings {
  if (!hasRules(schema)) return {problems: [], warnings: []};
  const findings: Findings = {problems: [], warnings: [], spentMs: 0, isSpent: false};
  const unchanged = before !== undefined && deepEqual(object, before);
  walk({value: object, before, unchanged, field: '', isRoot: true}, schema, findings);
  return findings;
}

const ruled = new WeakMap<JsonObject, boolean>();

/** Reports whether any part of a schema has rules. */
export function hasRules(schema: JsonObject): boolean {
  const known = ruled.get(schema);
  if (known !== undefined) return known;
  const {items, additionalProperties} = schema;
  const inner = [...Object.values(part(schema['properties'])), items, additionalProperties].filter(isObject);
  const has = list(schema['x-kubernetes-validations']).length > 0 || inner.some(hasRules);
  ruled.set(schema, has);
  return has;
}

type Findings = {
  readonly problems: Problem[];
  readonly warnings: string[];
  /** The CPU time of all rules of the object so far. */
  spentMs: number;
  /** Set if one rule, or all of them together, took too long. Like the server, this then evaluates no other rule. */
  isSpent: boolean;
};

/**
 * The time limit for all rules of one object, in milliseconds. The server counts cost, and its limit per object is ten times that of one
 * rule. The library here counts no cost. This limit is below ten times, because signals are not handled during evaluation.
 */
const MOST_MS = 2000;
const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

type Node = {
  readonly value: Json;
  /** The previous value at this place, if it can be matched. */
  readonly before: Json | undefined;
  /** The nearest value that can be compared is unchanged, so that a problem is only a warning. */
  readonly unchanged: boolean;
  readonly field: string;
  readonly isRoot?: boolean;
};

function walk(node: Node, schema: JsonObject, findings: Findings): void {
  const {value} = node;
  if (value === null || findings.isSpent || !hasRules(schema)) return;
  const rules = list(schema['x-kubernetes-validations']).map(ruleOf);
  if (rules.length > 0) runRules(rules, node, schema, findings);
  if (isList(value)) walkItems(value, node, schema, findings);
  else if (isObject(value)) walkFields(value, node, schema, findings);
}

function walkItems(value: readonly Json[], {before, unchanged, field}: Node, schema: JsonObject, to: Findings): void {
  const items = part(schema['items']);
  for (const [i, item] of value.entries()) {
    const older = olderItem(item, before, schema);
    walk({value: item, before: older, unchanged: sameAs(item, older, unchanged), field: at(field, i)}, items, to);
  }
}

function walkFields(
  value: JsonObject,
  {before, unchanged, field, isRoot}: Node,
  schema: JsonObject,
  to: Findings,
): void {
  const properties = part(schema['properties']);
  const {additionalProperties} = schema;
  for (const [name, inner] of Object.entries(value)) {
    if (isRoot === true && name === 'metadata') continue;
    const property = own(properties, name);
    const type = isObject(property) ? property : isObject(additionalProperties) ? additionalProperties : undefined;
    if (type === undefined) continue;
    const older = isObject(before) ? own(before, name) : undefined;
    const path = isObject(property) ? child(field, name) : at(field, name);
    walk({value: inner, before: older, unchanged: sameAs(inner, older, unchanged), field: path}, type, to);
  }
}

const sameAs = (value: Json, before: Json | undefined, parent: boolean): boolean =>
  before === undefined ? parent : deepEqual(value, before);

function runRules(rules: readonly Rule[], node: Node, schema: JsonObject, findings: Findings): void {
  const {value, before, isRoot} = node;
  const seen = (one: Json): unknown =>
    isRoot === true && isObject(one) ? celRoot(one, schema) : celValue(one, schema);
  const self = seen(value);
  const oldSelf = before === undefined || before === null ? undefined : seen(before);
  for (const rule of rules) {
    const usesOld = usesOldSelf(rule);
    if (usesOld && oldSelf === undefined && !rule.optionalOldSelf) continue;
    const variables = usesOld ? {self, oldSelf: rule.optionalOldSelf ? optional(oldSelf) : oldSelf} : {self};
    const begun = cpuTimeMs();
    const judgement = judge(rule, variables);
    findings.spentMs += cpuTimeMs() - begun;
    tell(judgement, {rule, node, type: text(schema['type']), canForgive: !usesOld}, findings);
    if (judgement.is === 'costly') findings.isSpent = true;
    else if (findings.spentMs > MOST_MS) spend(findings, node, schema);
    if (findings.isSpent) return;
  }
}

function spend(findings: Findings, {field}: Node, schema: JsonObject): void {
  findings.isSpent = true;
  findings.problems.push(invalid(field === '' ? '<nil>' : field, text(schema['type']), OUT_OF_BUDGET));
}

/** Returns `Optional.of(value)` or `optional.none()`, the type of `oldSelf` under `optionalOldSelf`. */
const optional = (value: unknown): unknown =>
  value === undefined ? celLanguage().Optional.none() : celLanguage().Optional.of(value);

type Judgement =
  | {readonly is: 'fine'}
  | {readonly is: 'broken'; readonly message: string}
  /** No rule is evaluated after it. */
  | {readonly is: 'costly'; readonly message: string}
  | {readonly is: 'failed'; readonly message: string}
  | {readonly is: 'beyond'; readonly why: string};

function judge(rule: Rule, variables: Variables): Judgement {
  const answer = run(compileRule(rule.rule), variables);
  const name = rule.message === '' ? rule.rule.trim() : rule.message.trim();
  if (answer.is === 'beyond') return answer;
  if (answer.is === 'costly') return {is: 'costly', message: costlyMessage(name)};
  if (answer.is === 'error') return {is: 'broken', message: brokenMessage(answer.message, name)};
  return answer.value === true ? {is: 'fine'} : {is: 'failed', message: messageOf(rule, variables)};
}

const costlyMessage = (name: string): string =>
  `'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;

const brokenMessage = (message: string, name: string): string =>
  message.startsWith('no such overload')
    ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`
    : `${message} evaluating rule: ${name}`;

function run(compiled: Compiled, variables: Variables): Answer {
  if (compiled.is === 'rule') return compiled.run(variables);
  return {is: 'beyond', why: compiled.is === 'wrong' ? compiled.detail : compiled.why};
}

const MOST = 5 * 1024;

function messageOf(rule: Rule, variables: Variables): string {
  const {message, messageExpression} = rule;
  const usual = message === '' ? `failed rule: ${rule.rule.trim()}` : message.trim();
  if (messageExpression === '') return usual;
  const answer = run(compileRule(messageExpression), variables);
  if (answer.is !== 'value' || typeof answer.value !== 'string') return usual;
  const made = answer.value.trim();
  return made === '' || made.includes('\n') || made.length > MOST ? usual : made;
}

type About = {readonly rule: Rule; readonly node: Node; readonly type: string; readonly canForgive: boolean};

function tell(judgement: Judgement, {rule, node, type, canForgive}: About, {problems, warnings}: Findings): void {
  if (judgement.is === 'fine') return;
  const field = node.field === '' ? '<nil>' : node.field;
  if (judgement.is === 'beyond')
    warnings.push(
      `${field}: the sandbox cannot evaluate this rule and did not check it (${judgement.why}): ${rule.rule.trim()}`,
    );
  else if (judgement.is === 'broken' || judgement.is === 'costly')
    problems.push(invalid(field, type, judgement.message));
  else {
    const problem = failure(child(node.field, ...pathOf(rule)), type, judgement.message, rule.reason);
    if (canForgive && node.unchanged) warnings.push(`${problem.field}: ${problem.message}`);
    else problems.push(problem);
  }
}

const pathOf = ({fieldPath}: Rule): readonly string[] =>
  fieldPath === '' ? [] : [fieldPath.replace(/^\./, '').replaceAll(/\['((?:\\.|[^'\\])*)'\]/g, '[$1]')];

function failure(path: string, type: string, message: string, reason: string): Problem {
  const field = path === '' ? '<nil>' : path;
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(field, message);
    case 'FieldValueRequired':
      return required(field, message);
    case 'FieldValueDuplicate':
      return duplicate(field, type);
    default:
      return invalid(field, type, message);
  }
}
