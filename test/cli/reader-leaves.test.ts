import {once} from 'node:events';
import {PassThrough, Writable} from 'node:stream';
import {expect, it} from 'vitest';
import type {Define} from '../../src/cli/catalog.ts';
import {defineLogs, type StackLogs} from '../../src/cli/commands/stack/logs.ts';
import {ioOf} from '../../src/ui/io.ts';
import {runInProcess} from './run-in-process.ts';

/** Pods that go on to write until somebody stops listening to them. */
const chatty: StackLogs = async ({onLine}, {signal}) => {
  for (const line of ['first', 'second']) onLine({id: 'v1:Pod:shop:web', pod: 'web', container: 'app', line});
  if (!signal.aborted) await once(signal, 'abort');
  return LOGS;
};

const LOGS = {
  formatVersion: 1,
  project: 'shop',
  stack: 'shop',
  workspace: 'dev',
  revision: 1,
  pods: 1,
  containers: 1,
  lines: 2,
  diagnostics: [],
} as const;

const logs: Define = (command, open) => defineLogs(command, open, chatty);

/** A pipe whose reader has gone, as `| head` leaves it. */
function leftPipe() {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), {code: 'EPIPE'})),
  });
  // As bin/start.js does it: to write there is no crash.
  stdout.on('error', () => undefined);
  return ioOf({stdin: new PassThrough(), stdout, stderr: new PassThrough()}, {}).stdout;
}

it.each(['human', 'jsonl'])(
  'followed logs end with success when the reader stops reading, with -o %s',
  async (output) => {
    const ran = await runInProcess({argv: ['logs', '-f', '-o', output], commands: {logs}, out: leftPipe()});
    expect(ran).toMatchObject({code: 0, stderr: ''});
  },
);
