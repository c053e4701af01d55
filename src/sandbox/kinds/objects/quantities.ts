import type {Json} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../../kubernetes/fields/quantity.ts';

/** Less than 0, 0 or more, as two quantities compare; what is missing or none is nothing. */
export const compared = (a: Json | undefined, b: Json | undefined): number =>
  compareQuantities(quantityOf(a) ?? NO_QUANTITY, quantityOf(b) ?? NO_QUANTITY);

/** A quantity that is missing or malformed is not negative. */
export const isNegative = (value: Json | undefined): boolean => compared(value, '0') < 0;

/** A quantity that is missing or malformed is not positive. */
export const isPositive = (value: Json | undefined): boolean => compared(value, '0') > 0;

/** Whether it has no part that is less than one. */
export function isWhole(value: Json | undefined): boolean {
  const {digits, exponent} = quantityOf(value) ?? NO_QUANTITY;
  return exponent >= 0 || digits % 10n ** BigInt(-exponent) === 0n;
}
