import {type Typed, typed} from './cel-type.ts';

/** Reports whether two values are equal in CEL: numbers by their value, whatever their type. Other values of different types are never equal. */
export function celEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [typed(left), typed(right)];
  // This compares a bigint and a number exactly.
  // oxlint-disable-next-line eqeqeq
  if (isNumber(a) && isNumber(b)) return a.value == b.value;
  if (a.type === 'list' && b.type === 'list') return equalLists(a.value, b.value);
  if (a.type === 'map' && b.type === 'map') return equalMaps(a.value, b.value);
  return a.type === b.type && plainOf(a) === plainOf(b);
}

const isNumber = (one: Typed): one is Extract<Typed, {readonly value: bigint | number}> =>
  one.type === 'int' || one.type === 'uint' || one.type === 'double';

const equalLists = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => celEqual(one, b[i]));

const equalMaps = (a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean =>
  a.size === b.size && [...a].every(([key, one]) => b.has(key) && celEqual(one, b.get(key)));

/** Returns a comparable form of a value: values of one type are equal exactly if their forms are. */
function plainOf(one: Typed): unknown {
  if (one.type === 'bytes') return Buffer.from(one.value).toString('hex');
  if (one.type === 'google.protobuf.Timestamp') return one.value.getTime();
  if (one.type === 'google.protobuf.Duration') return `${one.value.seconds}.${one.value.nanos}`;
  return one.type === 'null_type' ? null : one.value;
}
