import {GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';

const ATTEMPTS = 3;

/**
 * Writes conditionally, and reads the key again if the answer was lost. If the value is there, the write succeeded. If the
 * expected version is still there, the write is tried again. Otherwise another writer was first. No other writer may write the
 * same bytes.
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
    // A conflict is checked too: a backend that repeats a request can conflict with its own first attempt.
    const stored = await backend.get(key);
    if (stored !== undefined && equal(stored.value, value)) return {version: stored.version};
    if (stored?.version !== expected || attempt === ATTEMPTS) return 'conflict';
  }
}

/** Reports whether the backend may have written despite the error. All other errors are bugs or cancelled runs, and are thrown. */
const isUncertain = (error: unknown): boolean => error instanceof GantryError && error.failure.code === 'backend/io';

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
