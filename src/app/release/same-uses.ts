import type {Use} from '../../core/release/use.ts';

/** Reports whether two releases use the same shared resources in the same fields, whatever the revisions of these were. */
export function sameUses(one: readonly Use[] = [], other: readonly Use[] = []): boolean {
  const [some, others] = [placesOf(one), placesOf(other)];
  return some.size === others.size && [...some].every((place) => others.has(place));
}

const placesOf = (uses: readonly Use[]): ReadonlySet<string> =>
  new Set(
    uses.flatMap(({stack, id, fields}) => [
      JSON.stringify([stack, id]),
      ...fields.map(({resource, path}) => JSON.stringify([stack, id, resource, path])),
    ]),
  );
