import {GantryError} from '../../core/failure/failure.ts';
import {knownKey} from '../../engine/release/hmac-key.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';

/** The dependencies of commands that only show releases. */
export type ReadingDeps = Pick<Deps, 'backend'> & Partial<Pick<Deps, 'onEvent'>>;

/**
 * Returns the backend for a command that only shows what is stored. Without a key that opens a sealed backend, it is read without checks, and
 * a warning says so. Nothing of it is remembered then as seen.
 */
export async function readableBackend({backend: open, onEvent}: ReadingDeps): Promise<Backend> {
  const backend = await open();
  try {
    await knownKey(backend);
    return backend;
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'backend/sealed') throw error;
    const {problems, hint} = error.failure;
    const message = `${backend.name} is sealed, so these releases are shown without a check of their MACs: ${problems.join('; ')}`;
    onEvent?.({
      type: 'diagnostic',
      diagnostic: {severity: 'warning', code: 'release/not-verified', message, ...defined({hint})},
    });
    const {seen: _, recent: __, ...rest} = backend;
    return {...rest, isUnverified: true};
  }
}
