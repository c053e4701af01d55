import {type Typed, typed} from './cel-type.ts';

/** Whether two values are equal in CEL: numbers by their value, whatever their type; of two types otherwise never. */
export function celEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [typed(left), typed(right)];
  // A bigint and a number are compared exactly.
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

/** What is the same of two values of one type that are equal. */
function plainOf(one: Typed): unknown {
  if (one.type === 'bytes') return Buffer.from(one.value).toString('hex');
  if (one.type === 'google.protobuf.Timestamp') return one.value.getTime();
  if (one.type === 'google.protobuf.Duration') return `${one.value.seconds}.${one.value.nanos}`;
  return one.type === 'null_type' ? null : one.value;
}
