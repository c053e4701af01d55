import {GantryError} from '../../../core/failure/failure.ts';
import type {SecretFacts, SecretObjects} from '../../../ports/secret-objects.ts';
import {BACKEND_LABEL, GENERATION_LABEL, PART_OF_LABEL, PARTS_ANNOTATION} from './key-names.ts';
import {parseParts} from './version.ts';

/** Far above the ten minutes after which a writer gives up (see parts.ts). */
export const ORPHAN_AGE_MS = 24 * 60 * 60_000;

/**
 * Deletes parts that no value names: of writers that died in between, and of values replaced by one that could not clean up.
 * `now` is the server's own time: no two clocks are compared. It never stands in the way of the write that it follows.
 */
export async function sweepParts(secrets: SecretObjects, now: string, ageMs = ORPHAN_AGE_MS): Promise<void> {
  try {
    // In this order: what is named while we look is named by what is read second.
    const parts = await secrets.list(PART_OF_LABEL);
    const named = namedParts(await secrets.list(BACKEND_LABEL));
    const orphans = parts.filter(
      ({labels, createdAt}) =>
        !named.has(`${labels[PART_OF_LABEL]}/${labels[GENERATION_LABEL]}`) &&
        Date.parse(now) - Date.parse(createdAt) >= ageMs,
    );
    for (const {name, uid} of orphans) await secrets.delete(name, {uid});
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
  }
}

const namedParts = (values: readonly SecretFacts[]): ReadonlySet<string> =>
  new Set(
    values.flatMap(({name, annotations}) => {
      const parts = parseParts(annotations[PARTS_ANNOTATION] ?? '');
      return parts === undefined ? [] : [`${name}/${parts.generation}`];
    }),
  );
