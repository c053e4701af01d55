import {setImmediate} from 'node:timers/promises';

/** Synchronous work goes on for at most this long, and one more piece, before a signal is heard. */
const LONGEST_MS = 50;

let heard = performance.now();

/**
 * Lets the signals of the process arrive between two pieces of synchronous work. Node delivers a signal only when the main thread
 * waits, and a series of promises that are settled already never waits.
 * @throws the reason of the signal when the run is to stop
 */
export async function hearSignals(signal: AbortSignal | undefined): Promise<void> {
  if (performance.now() - heard >= LONGEST_MS) {
    await setImmediate();
    heard = performance.now();
  }
  signal?.throwIfAborted();
}
