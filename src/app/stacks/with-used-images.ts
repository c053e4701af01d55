import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';

type Images = Pick<PreviewRequest, 'images'>;

/**
 * Loads a stack with the images of the command line. In a run over several stacks an unused image is not an error: the stack is loaded without
 * it, and the run is notified.
 */
export async function withUsedImages<T>(
  {images, sameRun}: Pick<PreviewRequest, 'images' | 'sameRun'>,
  load: (images: Images) => Promise<T>,
): Promise<T> {
  const given = images === undefined ? {} : {images};
  if (sameRun === undefined) return load(given);
  try {
    return await load(given);
  } catch (error) {
    const unused = unusedIn(error);
    if (unused.length === 0) throw error;
    for (const flag of unused) sameRun.onUnusedImage?.(flag);
    return load({images: (images ?? []).filter((flag) => !unused.includes(flag))});
  }
}

/** Returns the flags with an image that no container uses, if there is no other error. */
function unusedIn(error: unknown): readonly string[] {
  if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') return [];
  const errors = error.failure.diagnostics.filter(isError);
  const isFlag = errors.every(({code, at}) => code === 'image/unmatched' && at?.file === '--image');
  return isFlag ? errors.flatMap(({at}) => at?.text ?? []) : [];
}
