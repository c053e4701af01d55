import {GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';

const ATTEMPTS = 3;

/**
 * A conditional write whose lost answer is resolved by reading again: our bytes there = it was done; the expected version
 * still there = it was not, once more; else another was first. The bytes must be such that nobody else would write them.
 */
export async function settledPut(
  backend: Backend,
  key: string,
  value: Uint8Array,
  expected: string | undefined,
): Promise<{readonly version: string} | 'conflict'> {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await backend.put(key, value, expected);
      if (outcome !== 'conflict') return outcome;
    } catch (error) {
      if (!isUncertain(error) || attempt === ATTEMPTS) throw error;
    }
    // A conflict is asked again too: a backend that repeats a request by itself can conflict with its own first try.
    const stored = await backend.get(key);
    if (stored !== undefined && equal(stored.value, value)) return {version: stored.version};
    if (stored?.version !== expected || attempt === ATTEMPTS) return 'conflict';
  }
}

/** The backend failed: it may have written. Anything else is a bug or a cancelled run and passes through. */
const isUncertain = (error: unknown): boolean => error instanceof GantryError && error.failure.code === 'backend/io';

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
