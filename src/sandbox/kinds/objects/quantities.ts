import type {Json} from '../../../core/json.ts';
import {compareQuantities, NO_QUANTITY, quantityOf} from '../../../kubernetes/fields/quantity.ts';

/** Compares two quantities; negative, zero or positive. A missing or malformed one counts as zero. */
export const compared = (a: Json | undefined, b: Json | undefined): number =>
  compareQuantities(quantityOf(a) ?? NO_QUANTITY, quantityOf(b) ?? NO_QUANTITY);

/** Reports whether a quantity is negative. A missing or malformed one is not. */
export const isNegative = (value: Json | undefined): boolean => compared(value, '0') < 0;

/** Reports whether a quantity is positive. A missing or malformed one is not. */
export const isPositive = (value: Json | undefined): boolean => compared(value, '0') > 0;

/** Reports whether a quantity is a whole number. */
export function isWhole(value: Json | undefined): boolean {
  const {digits, exponent} = quantityOf(value) ?? NO_QUANTITY;
  return exponent >= 0 || digits % 10n ** BigInt(-exponent) === 0n;
}
