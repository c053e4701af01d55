import {GantryError} from '../../../core/failure/failure.ts';
import {errnoOf} from './files.ts';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is exhausted',
  EIO: 'the device failed',
  ENOENT: 'no directory can be created there',
  EISDIR: 'a directory is in its place',
  ENOTDIR: 'a file is in the place of its directory',
  EEXIST: 'a file is in the place of its directory',
  ENAMETOOLONG: 'its name is too long',
  EXDEV: 'a part of the directory is on another file system',
  EMFILE: 'too many files are open',
};

/** Returns the error for a failed operation on a part of the backend. The error of the file system is its cause. */
export function ioError(doing: string, root: string, error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof GantryError || errno === undefined) return error;
  const detail = `cannot ${doing} in ${root}: ${WORDS[errno] ?? 'the file system refused'} (${errno})`;
  return new GantryError({code: 'backend/io', detail}, {cause: error});
}
