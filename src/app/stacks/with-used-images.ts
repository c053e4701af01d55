import {isError} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';

type Images = Pick<PreviewRequest, 'images'>;

/**
 * Loads a stack with the images of the command line. Where several stacks run, one that uses none of an image's name is no mistake: it
 * is loaded without that image, and the run is told.
 */
export async function withUsedImages<T>(
  {images, along}: Pick<PreviewRequest, 'images' | 'along'>,
  load: (images: Images) => Promise<T>,
): Promise<T> {
  const given = images === undefined ? {} : {images};
  if (along === undefined) return load(given);
  try {
    return await load(given);
  } catch (error) {
    const unused = unusedIn(error);
    if (unused.length === 0) throw error;
    for (const flag of unused) along.onUnusedImage?.(flag);
    return load({images: (images ?? []).filter((flag) => !unused.includes(flag))});
  }
}

/** The flags that name an image which no container uses, if nothing else is wrong. */
function unusedIn(error: unknown): readonly string[] {
  if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') return [];
  const errors = error.failure.diagnostics.filter(isError);
  const isFlag = errors.every(({code, at}) => code === 'image/unmatched' && at?.file === '--image');
  return isFlag ? errors.flatMap(({at}) => at?.text ?? []) : [];
}
