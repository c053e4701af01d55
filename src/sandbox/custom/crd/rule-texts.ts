import type {JsonObject} from '../../../core/json.ts';
import {list, part, text} from '../../model/part.ts';
import {at, child, invalid, notSupported, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {fieldPathExists} from './field-path-exists.ts';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'] as const;
const hasBreaks = (value: string): boolean => /[\n\r]/.test(value);

/** Checks those parts of rules that need no parsing of their expressions. */
export function ruleProblems(schema: JsonObject, path: string): readonly Problem[] {
  return list(schema['x-kubernetes-validations']).flatMap((one, i) =>
    ruleTextProblems(part(one), schema, at(child(path, 'x-kubernetes-validations'), i)),
  );
}

function ruleTextProblems(rule: JsonObject, schema: JsonObject, path: string): readonly Problem[] {
  const {reason} = rule;
  const expression = text(rule['messageExpression']);
  const fieldPath = text(rule['fieldPath']);
  const field = child(path, 'fieldPath');
  return [
    ...messageProblems(text(rule['rule']).trim(), text(rule['message']), path),
    ...(expression !== '' && expression.trim() === ''
      ? [required(child(path, 'messageExpression'), 'messageExpression must be non-empty if specified')]
      : []),
    ...(reason === undefined || REASONS.some((one) => one === reason)
      ? []
      : [notSupported(child(path, 'reason'), reason, REASONS)]),
    ...(fieldPath !== '' && fieldPath.trim() === ''
      ? [invalid(field, fieldPath, 'must be non-empty if specified')]
      : []),
    ...(hasBreaks(fieldPath) ? [invalid(field, fieldPath, 'must not contain line breaks')] : []),
    ...(fieldPath === '' || fieldPathExists(fieldPath, schema)
      ? []
      : [invalid(field, fieldPath, 'must be a valid path')]),
  ];
}

function messageProblems(rule: string, message: string, path: string): readonly Problem[] {
  const field = child(path, 'message');
  if (rule === '') return [required(child(path, 'rule'), 'rule is not specified')];
  if (message !== '' && message.trim() === '') return [invalid(field, message, 'must be non-empty if specified')];
  if (hasBreaks(message.trim())) return [invalid(field, message, 'must not contain line breaks')];
  if (hasBreaks(rule) && message.trim() === '')
    return [required(field, 'message must be specified if rule contains line breaks')];
  return [];
}
