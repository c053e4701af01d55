import type {JsonObject} from '../../../core/json.ts';
import {numberAt, textAt} from '../../model/part.ts';
import {at, child, invalid, required, tooMany} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {itemsAt} from '../objects/fields.ts';
import {has, negatives} from './numbers.ts';

/** Checks the success policy of an indexed Job. */
export function successProblems(policy: JsonObject, path: string, completions: number): readonly Problem[] {
  const [rules, list] = [itemsAt(policy, 'rules'), child(path, 'rules')];
  return [
    ...(rules.length === 0
      ? [required(list, 'at least one rules must be specified when the successPolicy is specified')]
      : []),
    ...(rules.length > 20 ? [tooMany(list, rules.length, 20)] : []),
    ...rules.flatMap(([rule, index]) => ruleProblems(rule, at(list, index), completions)),
  ];
}

function ruleProblems(rule: JsonObject, path: string, completions: number): readonly Problem[] {
  const [count, indexes] = [numberAt(rule, 'succeededCount'), textAt(rule, 'succeededIndexes')];
  if (!has(rule, 'succeededCount') && !has(rule, 'succeededIndexes')) {
    return [required(path, 'at least one of succeededCount or succeededIndexes must be specified')];
  }
  const read = readIndexes(indexes, completions);
  const most = typeof read === 'number' ? read : 0;
  const countPath = child(path, 'succeededCount');
  return [
    ...(typeof read === 'string'
      ? [invalid(child(path, 'succeededIndexes'), indexes, `error parsing succeededIndexes: ${read}`)]
      : []),
    ...negatives(rule, path, 'succeededCount'),
    ...(count > completions
      ? [
          invalid(
            countPath,
            count,
            `must be less than or equal to ${completions} (the number of specified completions)`,
          ),
        ]
      : []),
    ...(has(rule, 'succeededIndexes') && count > most
      ? [
          invalid(
            countPath,
            count,
            `must be less than or equal to ${most} (the number of indexes in the specified succeededIndexes field)`,
          ),
        ]
      : []),
  ];
}

/** Returns the number of indexes in a text like `1,3-5`, or why it is invalid. */
function readIndexes(text: string, completions: number): number | string {
  let [total, last] = [0, -1];
  for (const part of text === '' ? [] : text.split(',')) {
    const range = readRange(part, completions);
    if (typeof range === 'string') return range;
    if (last >= range[0]) return `non-increasing order, previous: ${last}, current: ${range[0]}`;
    total += range[1] - range[0] + 1;
    last = range[1];
  }
  return total;
}

function readRange(text: string, completions: number): readonly [number, number] | string {
  const parts = text.split('-');
  if (parts.length > 2) {
    return `the fragment ${JSON.stringify(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  for (const part of parts) {
    if (!/^[+-]?\d+$/.test(part)) return `cannot convert string to integer for index: ${JSON.stringify(part)}`;
    if (Number(part) >= completions) return `too large index: ${JSON.stringify(part)}`;
  }
  const [first = 0, second = first] = parts.map(Number);
  return parts.length > 1 && first >= second
    ? `non-increasing order, previous: ${first}, current: ${second}`
    : [first, second];
}
