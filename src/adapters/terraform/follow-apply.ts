import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {newProgress, note, type Progress} from './begun.ts';
import {followLines} from './follow-lines.ts';
import {errorsOf} from './run-files.ts';
import {parseLine} from './stream.ts';
import type {WatchListeners, WatchOrder} from './watch-order.ts';

/** The events of an apply that another process runs. */
export type FollowedApply = {
  readonly progress: Progress;
  /** Reads the rest of the events, and returns what the program wrote to stderr. */
  readonly end: () => Promise<string>;
};

const LOOK_MS = 50;

/** Follows the events of an apply until `end` is called. */
export async function followApply(
  {directory, apply}: Pick<WatchOrder, 'directory' | 'apply'>,
  onEvent: WatchListeners['onEvent'],
): Promise<FollowedApply> {
  const progress = newProgress(apply);
  const lines = await followLines(join(directory, apply), (line) => {
    const event = parseLine(line);
    if (event === undefined) return;
    note(progress, event);
    onEvent(event);
  });
  const over = new AbortController();
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await lines.read();
      await delay(LOOK_MS, undefined, {signal: over.signal}).catch(() => undefined);
    }
  };
  const reading = read();
  return {
    progress,
    end: async () => {
      over.abort();
      await reading;
      await lines.read();
      await lines.close();
      return readFile(errorsOf(directory, apply), 'utf8').catch(() => '');
    },
  };
}
