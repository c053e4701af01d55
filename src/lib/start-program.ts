import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {NotStarted} from './not-started.ts';

/** The options for a start. The `timeout` of Node.js is excluded: its timer keeps this process alive if the program did not start. */
export type StartOptions = Omit<SpawnOptions, 'timeout' | 'signal'>;

/**
 * Starts a program without a shell. Resolves when it runs, before any output can be missed.
 * @throws NotStarted for every reason, however Node.js reports it (an event, an exception, missing streams)
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
    // Not `once`: a later error (a signal that cannot be sent) must not end this process.
    child.on('error', reject);
    return await promise;
  } catch (error) {
    throw new NotStarted(error, command, options);
  }
}
