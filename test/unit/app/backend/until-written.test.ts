import {describe, expect, it} from 'vitest';
import {untilWritten} from '../../../../src/app/backend/until-written.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';

const VALUE = new TextEncoder().encode('value');

async function opened(): Promise<{backend: Backend; interrupt: AbortController; giveUp: AbortSignal}> {
  const interrupt = new AbortController();
  let giveUp = interrupt.signal;
  const backend = await untilWritten(interrupt.signal, async (signal) => {
    giveUp = signal;
    return memoryBackend();
  });
  return {backend, interrupt, giveUp};
}

describe('an interrupt of a backend', () => {
  it('an interrupt aborts a backend that was only read', async () => {
    const {backend, interrupt, giveUp} = await opened();
    await backend.get('locks/a.json');
    await backend.list('locks/');
    interrupt.abort('SIGINT');
    expect(giveUp).toMatchObject({aborted: true, reason: 'SIGINT'});
  });

  it.each<{name: string; write: (backend: Backend) => Promise<unknown>}>([
    {name: 'put', write: (backend) => backend.put('locks/a.json', VALUE, undefined)},
    {name: 'delete', write: (backend) => backend.delete('locks/a.json', '1')},
  ])('an interrupt does not abort a backend after the first $name, so that the result is recorded', async ({write}) => {
    const {backend, interrupt, giveUp} = await opened();
    const writing = write(backend);
    interrupt.abort('SIGINT');
    await writing;
    expect(giveUp.aborted).toBe(false);
  });

  it('an interrupt before the start aborts at once', async () => {
    const told = await untilWritten(AbortSignal.abort('SIGTERM'), async (signal) => {
      signal.throwIfAborted();
      return memoryBackend();
    }).catch((error: unknown) => error);
    expect(told).toBe('SIGTERM');
  });
});
