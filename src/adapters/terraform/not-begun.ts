import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {NotStarted} from '../../lib/not-started.ts';

/**
 * Returns the failure of an apply that could not begin: a program or the file system refused it.
 * @throws the error itself if it is of another kind, because that is a bug
 */
export function notBegun(error: unknown, path: string): Failure {
  if (error instanceof GantryError) return error.failure;
  if (error instanceof NotStarted) return unusable(`${path} ${error.message}`);
  if (error instanceof Error && 'syscall' in error) return unusable(error.message);
  throw error;
}

const unusable = (problem: string): Failure => ({
  code: 'terraform/unusable',
  problem,
  hint: 'Nothing was applied. Correct the cause, and run the command again.',
});
