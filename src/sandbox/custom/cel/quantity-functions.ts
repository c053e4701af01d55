import type {Environment} from '@marcbachmann/cel-js';
import {
  addQuantities,
  compareQuantities,
  type Quantity,
  quantityOf,
  subtractQuantities,
} from '../../../kubernetes/fields/quantity.ts';

class CelQuantity {
  readonly amount: Quantity;

  constructor(amount: Quantity) {
    this.amount = amount;
  }
}

function parsed(text: string): CelQuantity {
  const amount = quantityOf(text);
  if (amount === undefined)
    throw new Error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  return new CelQuantity(amount);
}

const compared = (left: CelQuantity, right: CelQuantity): number => compareQuantities(left.amount, right.amount);

/** Registers the functions on resource quantities: `quantity("1Gi").isGreaterThan(quantity(self.size))`. */
export function registerQuantities(environment: Environment): void {
  environment
    .registerType('kubernetes.Quantity', CelQuantity)
    .registerFunction('quantity(string): kubernetes.Quantity', parsed)
    .registerFunction('isQuantity(string): bool', (text: string) => quantityOf(text) !== undefined)
    .registerFunction(
      'kubernetes.Quantity.isGreaterThan(kubernetes.Quantity): bool',
      (a: CelQuantity, b: CelQuantity) => compared(a, b) > 0,
    )
    .registerFunction(
      'kubernetes.Quantity.isLessThan(kubernetes.Quantity): bool',
      (a: CelQuantity, b: CelQuantity) => compared(a, b) < 0,
    )
    .registerFunction('kubernetes.Quantity.compareTo(kubernetes.Quantity): int', (a: CelQuantity, b: CelQuantity) =>
      BigInt(compared(a, b)),
    )
    .registerFunction(
      'kubernetes.Quantity.add(kubernetes.Quantity): kubernetes.Quantity',
      (a: CelQuantity, b: CelQuantity) => new CelQuantity(addQuantities(a.amount, b.amount)),
    )
    .registerFunction(
      'kubernetes.Quantity.sub(kubernetes.Quantity): kubernetes.Quantity',
      (a: CelQuantity, b: CelQuantity) => new CelQuantity(subtractQuantities(a.amount, b.amount)),
    )
    .registerFunction('kubernetes.Quantity.sign(): int', ({amount}: CelQuantity) =>
      amount.digits < 0n ? -1n : BigInt(amount.digits > 0n),
    );
}
