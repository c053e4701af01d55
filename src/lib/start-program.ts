import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {NotStarted} from './not-started.ts';

/** Node's own `timeout` is missing on purpose: its timer keeps this process alive when the program could not be started. */
export type StartOptions = Omit<SpawnOptions, 'timeout' | 'signal'>;

/**
 * Starts a program without a shell. Resolves when it runs, before anything that it prints can be missed.
 * @throws NotStarted whatever the reason is, and in whichever way Node reports it (an event, an exception, missing streams)
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: StartOptions,
): Promise<ChildProcess> {
  const {promise, resolve, reject} = Promise.withResolvers<ChildProcess>();
  try {
    const child = spawn(command, args, {...options, shell: false});
    child.once('spawn', () => resolve(child));
    // Not `once`: a later error (a signal that cannot be sent) is no reason to end this process.
    child.on('error', reject);
    return await promise;
  } catch (error) {
    throw new NotStarted(error, command, options);
  }
}
