import {mkdir, mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {type Attending, attend} from '../../../../src/adapters/terraform/attend.ts';
import {PROGRAM, STORED} from '../../../../src/adapters/terraform/run-files.ts';
import {decodeStored} from '../../../../src/adapters/terraform/stored.ts';
import type {Watched} from '../../../../src/adapters/terraform/watch-order.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {TerraformStates} from '../../../../src/ports/terraform-states.ts';
import {atEndOfTest} from '../../../rig/end-of-test.ts';

const STATE = '{"serial": 2, "resources": []}';

/** States in memory. The version is the number of writes. */
function memoryStates(isAway = (): boolean => false) {
  const texts: string[] = [];
  const states: TerraformStates = {
    read: async () => undefined,
    write: async (_, text) => {
      if (isAway()) throw new GantryError({code: 'backend/io', detail: 'no route'});
      return String(texts.push(text));
    },
    handOver: async () => ({backend: {}, key: {} as never}),
  };
  return {texts, states};
}

async function directoryOfTest(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-attend-'));
  atEndOfTest(() => rm(directory, {recursive: true, force: true}));
  return directory;
}

/** Attends a shell script in place of Terraform. */
const attendScript = (
  directory: string,
  script: string,
  more: Pick<Attending, 'states'> & Partial<Attending>,
  path = '/bin/sh',
): Promise<Watched> =>
  attend(
    {lineage: 'a', directory, path, args: ['-c', script], env: {}, apply: 'apply-1', stored: {ids: {}}, version: '0'},
    {
      interrupt: new AbortController().signal,
      lost: new AbortController().signal,
      given: new AbortController().signal,
      onWaiting: () => undefined,
      ...more,
    },
  );

describe('a watched apply', () => {
  it('a state is stored also when Terraform ends after the time to wait for the backend', async () => {
    const {texts, states} = memoryStates();
    const watched = await attendScript(await directoryOfTest(), `echo '${STATE}' >terraform.tfstate`, {
      states,
      given: AbortSignal.abort(),
    });
    expect(watched).toMatchObject({code: 0, version: '1'});
    expect(watched.unstored).toBeUndefined();
    expect(decodeStored(texts[0] ?? '').state).toEqual(JSON.parse(STATE));
  });

  it('the objects of the stored state are noted for the next run', async () => {
    const directory = await directoryOfTest();
    const {states} = memoryStates();
    const box = '{"mode":"managed","type":"box","name":"a","instances":[{"attributes":{"id":"1"}}]}';
    await attendScript(directory, `echo '{"serial": 2, "resources": [${box}]}' >terraform.tfstate`, {states});
    expect(JSON.parse(await readFile(join(directory, STORED), 'utf8'))).toEqual({'box.a': '1'});
  });

  it('a state that could not be stored in time is reported as unstored', async () => {
    const {states} = memoryStates(() => true);
    const waiting: string[] = [];
    const watched = await attendScript(await directoryOfTest(), `echo '${STATE}' >terraform.tfstate`, {
      states,
      given: AbortSignal.abort(),
      onWaiting: ({code}) => void waiting.push(code),
    });
    expect(watched.unstored).toMatchObject({code: 'backend/io'});
    expect(waiting).toEqual(['backend/io']);
  });

  it('a failed write is repeated until the backend is back', async () => {
    const given = new AbortController();
    let attempts = 0;
    const {texts, states} = memoryStates(() => ++attempts < 3);
    const watched = await attendScript(await directoryOfTest(), 'true', {states, given: given.signal});
    expect([watched.unstored, texts.length]).toEqual([undefined, 1]);
  });

  it('a program that ends at once is noticed', async () => {
    const {states} = memoryStates();
    expect(await attendScript(await directoryOfTest(), 'exit 3', {states})).toMatchObject({code: 3});
  });

  it('a program that cannot start is refused with its path', async () => {
    const {states, texts} = memoryStates();
    const missing = attendScript(await directoryOfTest(), '', {states}, '/nowhere/terraform');
    await expect(missing).rejects.toMatchObject({
      failure: {code: 'terraform/unusable', problem: '/nowhere/terraform is not installed'},
    });
    expect(texts).toEqual([]);
  });

  it('a program whose identity cannot be written is ended before it does anything', async () => {
    const directory = await directoryOfTest();
    await mkdir(join(directory, PROGRAM));
    const {states} = memoryStates();
    const refused = attendScript(directory, 'sleep 0.3; echo late >late', {states});
    await expect(refused).rejects.toMatchObject({failure: {code: 'terraform/unusable'}});
    await delay(600);
    await expect(readFile(join(directory, 'late'))).rejects.toMatchObject({code: 'ENOENT'});
  });

  it.each([
    {why: 'the lock was lost', signal: 'lost'},
    {why: undefined, signal: 'interrupt'},
  ] as const)('Terraform is interrupted when the signal $signal aborts', async ({why, signal}) => {
    const stop = new AbortController();
    const {states} = memoryStates();
    const directory = await directoryOfTest();
    const script = `trap 'exit 1' INT; echo ready >ready; while :; do sleep 0.05; done`;
    const watched = attendScript(directory, script, {states, [signal]: stop.signal});
    while ((await readFile(join(directory, 'ready')).catch(() => undefined)) === undefined) await delay(20);
    stop.abort();
    expect(await watched).toMatchObject({code: 1, ...(why === undefined ? {} : {stopped: why})});
  });
});
