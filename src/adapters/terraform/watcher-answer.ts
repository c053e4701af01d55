import {createInterface} from 'node:readline';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {StartedWatcher} from './start-watcher.ts';
import type {Watched, WatchListeners, WatchOrder} from './watch-order.ts';

/** A line from the watcher. */
export type WatcherLine =
  | {readonly ended: Watched}
  | {readonly waiting: Failure}
  /** Terraform was not started. */
  | {readonly refused: Failure};

/** The time that a run waits for a backend that does not store the last state. After that, the watcher continues alone. */
const PATIENCE_MS = 60_000;

/**
 * Returns what the watcher reported at its end; undefined if it was killed. If the last state could not be stored in time, the lock is left to
 * the watcher, which continues: another run must not start from an older state.
 * @throws GantryError backend/io
 */
export async function answerOf(
  {child, closed}: Pick<StartedWatcher, 'child' | 'closed'>,
  {version}: Pick<WatchOrder, 'version'>,
  {signal, onWaiting, leaveTo}: Omit<WatchListeners, 'onEvent'>,
  patienceMs = PATIENCE_MS,
): Promise<Watched | undefined> {
  const answer = Promise.withResolvers<Watched | undefined>();
  let waiting: Disposable | undefined;
  const wait = (failure: Failure): void => {
    onWaiting('the state is not stored yet: the backend does not answer');
    waiting ??= afterPatience({signal, patienceMs}, () => answer.reject(new GantryError(failure)));
  };
  const interrupt = (): void => void child.stdin?.write('{"interrupt":true}\n');
  signal.addEventListener('abort', interrupt, {once: true});
  if (signal.aborted) interrupt();
  const lines = child.stdout === null ? undefined : createInterface({input: child.stdout});
  lines?.on('line', (text) => {
    const line = parsed(text);
    if (line === undefined) return;
    if ('ended' in line) answer.resolve(line.ended);
    else if ('waiting' in line) wait(line.waiting);
    else answer.resolve({code: 'not started', version, begun: [], refused: line.refused});
  });
  void closed.then(() => answer.resolve(undefined));
  // Without `done`, the watcher continues alone when the pipe is closed. It removes the directory and frees the lock at its end.
  let end = (): void => leaveTo(() => void child.stdin?.end());
  try {
    const watched = await answer.promise;
    end = () => void child.stdin?.end(watched?.unstored === undefined ? '{"done":true}\n' : undefined);
    return watched;
  } finally {
    signal.removeEventListener('abort', interrupt);
    waiting?.[Symbol.dispose]();
    end();
    lines?.close();
    child.stdout?.destroy();
    child.unref();
  }
}

/** Calls a function after the time, or at once when a user interrupts. Disposal ends that. */
function afterPatience(
  {signal, patienceMs}: Pick<WatchListeners, 'signal'> & {readonly patienceMs: number},
  leave: () => void,
): Disposable {
  const timer = setTimeout(leave, patienceMs);
  signal.addEventListener('abort', leave, {once: true});
  if (signal.aborted) leave();
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    },
  };
}

/** Reads a line; undefined for one that was cut off when the watcher was killed. */
function parsed(text: string): WatcherLine | undefined {
  try {
    return JSON.parse(text) as WatcherLine;
  } catch {
    return undefined;
  }
}
