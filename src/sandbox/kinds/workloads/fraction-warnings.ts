import type {JsonObject} from '../../../core/json.ts';
import {quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {own, partAt, text} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';

/** Warns of amounts with a fraction of a byte: `128m`. `owner` has the resources, and `path` is its field path. */
export function fractionWarnings(owner: JsonObject, of: string, path: string, name: string): readonly string[] {
  const amount = text(own(partAt(owner, 'resources', of), name));
  if (amount === '' || isWhole(amount)) return [];
  return [
    `${at(child(path, 'resources', of), name)}: fractional byte value "${amount}" is invalid, must be an integer`,
  ];
}

/** Reports whether an amount is whole, rounded to thousandths as Go does. */
function isWhole(amount: string): boolean {
  const parsed = quantityOf(amount);
  return parsed === undefined || !amount.endsWith('m') || Number.parseInt(amount, 10) % 1000 === 0;
}
