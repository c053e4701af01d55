import type {JsonObject} from '../../../core/json.ts';
import {list, part} from '../../model/part.ts';
import {at, child, invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {compileRule, type Rule, ruleOf, usesOldSelf} from '../cel/rule.ts';
import {goRule} from './go-dump.ts';
import type {SchemaPlace} from './schema-place.ts';

/** Checks the expressions of a schema's rules. Expressions that only the sandbox cannot evaluate are valid: `celWarnings` reports them. */
export function celProblems(schema: JsonObject, {path, loose}: SchemaPlace): readonly Problem[] {
  return list(schema['x-kubernetes-validations']).flatMap((one, i) => {
    const rule = ruleOf(one);
    const field = at(child(path, 'x-kubernetes-validations'), i);
    return [
      ...expressionProblems(rule.rule, part(one), child(field, 'rule'), true),
      ...(rule.messageExpression === ''
        ? []
        : expressionProblems(rule.messageExpression, part(one), child(field, 'messageExpression'), false)),
      ...oldSelfProblems(rule, part(one), {field, loose}),
    ];
  });
}

function expressionProblems(expression: string, rule: JsonObject, field: string, asks: boolean): readonly Problem[] {
  const compiled = compileRule(expression);
  if (compiled.is === 'wrong') return [invalid(field, goRule(rule), compiled.detail)];
  if (asks && compiled.is === 'rule' && !compiled.isBool)
    return [invalid(field, goRule(rule), 'cel expression must evaluate to a bool')];
  return [];
}

type Where = {readonly field: string; readonly loose: string | undefined};

function oldSelfProblems(rule: Rule, {optionalOldSelf}: JsonObject, {field, loose}: Where): readonly Problem[] {
  if (!usesOldSelf(rule)) {
    if (optionalOldSelf === undefined) return [];
    return [invalid(child(field, 'optionalOldSelf'), optionalOldSelf, 'may not be set if oldSelf is not used in rule')];
  }
  if (loose === undefined) return [];
  const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${loose}`;
  return [invalid(child(field, 'rule'), rule.rule, detail)];
}
