/**
 * A process that uses a local backend as its parent says. Arguments: directory, and the number of the file operation before
 * which it kills itself (0: it does not).
 */
import fs from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';

const [directory = '', dieAt = '0'] = process.argv.slice(2);

export type Ask = {readonly key: string; readonly value: string; readonly expected?: string};
export type Answer = {readonly won: boolean; readonly version?: string};

if (dieAt !== '0') dieBefore(Number(dieAt));
const {localBackend} = await import('../../src/adapters/local/backend/local-backend.ts');
const backend = localBackend({directory});

process.on('message', ({key, value, expected}: Ask) => {
  void (async () => {
    const outcome = await backend.put(key, new TextEncoder().encode(value), expected);
    const answer: Answer = outcome === 'conflict' ? {won: false} : {won: true, version: outcome.version};
    process.send?.(answer);
  })();
});
process.send?.('ready');

/** Counts every operation that changes the disk; the one with this number never happens, nor anything after it. */
function dieBefore(number: number): void {
  let operations = 0;
  for (const name of ['mkdir', 'open', 'rename', 'rm'] as const) {
    const real = fs[name] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        if (++operations === number) process.kill(process.pid, 'SIGKILL');
        return real(...args);
      },
    });
  }
  syncBuiltinESMExports();
}
