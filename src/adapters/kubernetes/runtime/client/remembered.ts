import type {Refusal} from './status.ts';

/** Returns the value of a key, which is computed once. After a temporary error, the next call computes it again. */
export function remembered<T extends object>(
  values: Map<string, Promise<T>>,
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = compute();
  values.set(key, value);
  value.then(
    (reply) => isOfTheMoment(reply) && values.delete(key),
    () => values.delete(key),
  );
  return value;
}

/** Reports whether an error is temporary. Only a missing permission and an unknown kind are not. */
const isOfTheMoment = (reply: object): boolean =>
  'refusal' in reply && !['forbidden', 'not-found'].includes((reply as {refusal: Refusal}).refusal.kind);
