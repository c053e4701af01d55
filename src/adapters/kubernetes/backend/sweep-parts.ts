import {GantryError} from '../../../core/failure/failure.ts';
import type {SecretFacts, SecretObjects} from '../../../ports/secret-objects.ts';
import {BACKEND_LABEL, GENERATION_LABEL, PART_OF_LABEL, PARTS_ANNOTATION} from './key-names.ts';
import {parseParts} from './version.ts';

/** The age at which unreferenced parts are deleted; far above the ten minutes after which a writer gives up (see parts.ts). */
export const ORPHAN_AGE_MS = 24 * 60 * 60_000;

/**
 * Deletes unreferenced parts: of writers that were interrupted, and of replaced values that could not be cleaned up.
 * `now` is the server's time, so that no two clocks are compared. An error never fails the write before it.
 */
export async function sweepParts(secrets: SecretObjects, now: string, ageMs = ORPHAN_AGE_MS): Promise<void> {
  try {
    // The order matters: a part that becomes referenced meanwhile is referenced by what is read second.
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
