import {setImmediate} from 'node:timers/promises';

/** The time in milliseconds after which a pending signal is delivered, between two pieces of work. */
const LONGEST_MS = 50;

let heard = performance.now();

/**
 * Lets the process receive signals between two pieces of synchronous work. Node.js delivers a signal only when the event loop
 * turns, and a sequence of promises that are already settled never turns it.
 * @throws the reason of the AbortSignal if the run was cancelled
 */
export async function hearSignals(signal: AbortSignal | undefined): Promise<void> {
  if (performance.now() - heard >= LONGEST_MS) {
    await setImmediate();
    heard = performance.now();
  }
  signal?.throwIfAborted();
}
