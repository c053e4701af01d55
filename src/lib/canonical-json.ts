/** Returns JSON with sorted keys and without white space, so that equal values have equal bytes (similar to RFC 8785). */
export function canonicalJson(value: unknown): string {
  const found = {unordered: false};
  const ordered = inOrder(value, found);
  return found.unordered ? textOf(value) : JSON.stringify(ordered);
}

/** Returns a copy whose keys are in order: JSON.stringify writes it several times faster than `textOf`. */
function inOrder(value: unknown, found: {unordered: boolean}): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => inOrder(item, found));
  const record = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record).toSorted()) {
    if (isUnordered(key)) found.unordered = true;
    else copy[key] = inOrder(record[key], found);
  }
  return copy;
}

/** Reports whether an object has a key not in the place where it was added: numbers come first, in their own order. */
const isUnordered = (key: string): boolean => (key <= '9\uffff' && /^\d+$/.test(key)) || key === '__proto__';

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const record = value as Record<string, unknown>;
  const fields = Object.keys(record)
    .toSorted()
    .filter((key) => record[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${textOf(record[key])}`);
  return `{${fields.join(',')}}`;
}
