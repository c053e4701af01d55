import {unreachable} from '../../lib/unreachable.ts';
import type {Json} from '../json.ts';

/** One condition of a label selector. `Gt` and `Lt` compare integers, as the API server does for `labelSelector=` and for nodes. */
export type Requirement = {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';
  readonly values: readonly string[];
};

/**
 * Reports whether labels meet a requirement. Labels without the key are in no set, so `app!=web` matches them.
 * Source: `labels.Requirement.Matches` of k8s.io/apimachinery.
 */
export function meets(
  {key, operator, values}: Requirement,
  labels: Readonly<Record<string, Json | undefined>>,
): boolean {
  // Keys come from users and may be `constructor`.
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  const isListed = typeof value === 'string' && values.includes(value);
  switch (operator) {
    case 'In':
      return isListed;
    case 'NotIn':
      return !isListed;
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
    case 'Lt':
      return isBeyond(value, operator, values[0]);
    default:
      return unreachable(operator);
  }
}

const INTEGER = /^[+-]?\d+$/;

function isBeyond(value: Json | undefined, operator: 'Gt' | 'Lt', limit = ''): boolean {
  if (typeof value !== 'string' || !INTEGER.test(value) || !INTEGER.test(limit)) return false;
  const [label, bound] = [BigInt(value), BigInt(limit)];
  return operator === 'Gt' ? label > bound : label < bound;
}
