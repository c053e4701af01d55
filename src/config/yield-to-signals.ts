import {setImmediate} from 'node:timers/promises';

/** The time in milliseconds after which a pending signal is delivered, between two pieces of work. */
const LONGEST_MS = 50;

let lastYield = performance.now();

/**
 * Lets the process receive signals between two pieces of synchronous work. Node.js delivers a signal only when the event loop
 * turns, and a sequence of promises that are already settled never turns it.
 * @throws the reason of the AbortSignal if the run was cancelled
 */
export async function yieldToSignals(signal: AbortSignal | undefined): Promise<void> {
  if (performance.now() - lastYield >= LONGEST_MS) {
    await setImmediate();
    lastYield = performance.now();
  }
  signal?.throwIfAborted();
}
