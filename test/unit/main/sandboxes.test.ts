import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../src/adapters/local/clock/system-clock.ts';
import {connectTo, type KubeconfigDeps} from '../../../src/main/kubeconfigs.ts';
import {type SandboxOperations, sandboxDeps} from '../../../src/main/sandboxes.ts';
import {scratchDirectory} from '../../rig/scratch.ts';

const CA = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

/** Rooms that tell what was asked of them; the first `failing` times one cannot be opened. */
function roomsOf(failing = 0): SandboxOperations & {readonly did: string[]} {
  const did: string[] = [];
  let left = failing;
  return {
    did,
    open: async (directory) => {
      const name = directory.split('/').at(-1) ?? '';
      if (left-- > 0) throw new Error('busy');
      did.push(`open ${name}`);
      return {
        server: 'https://127.0.0.1:4711',
        ca: CA,
        token: `token-of-${name}`,
        owner: true,
        close: async () => void did.push(`close ${name}`),
      };
    },
    status: async () => ({objects: 0, bytes: 0}),
    reset: async () => true,
    export: async () => [],
  };
}

async function doorsOf(rooms: SandboxOperations): Promise<KubeconfigDeps & AsyncDisposable> {
  const home = await scratchDirectory();
  const deps = sandboxDeps(
    home,
    async () => rooms,
    () => undefined,
  );
  const signal = new AbortController().signal;
  const network = {clock: systemClock};
  const logins = () => Promise.reject(new Error('nobody logs in here'));
  return {...deps, home, env: {}, interactive: false, network, onEvent: () => undefined, signal, logins};
}

const leadingTo = (name: string) => ({
  workspace: name,
  field: 'context.cluster',
  from: {kind: 'sandbox', name} as const,
});

describe('the sandboxes of a run', () => {
  it('the sandboxes of a run are reached like any cluster, with their own token and CA', async () => {
    const deps = await doorsOf(roomsOf());
    const access = await connectTo(leadingTo('demo'), deps);
    expect(access).toMatchObject({
      server: 'https://127.0.0.1:4711',
      contextName: 'demo',
      tls: {ca: CA, insecure: false},
    });
    const {headers} = await access.credential();
    expect(headers.map(({name, value}) => [name.toLowerCase(), value.reveal()])).toEqual([
      ['authorization', 'Bearer token-of-demo'],
    ]);
  });

  it('each sandbox is opened once on first use and closed at the end of the run', async () => {
    const rooms = roomsOf();
    const deps = await doorsOf(rooms);
    expect(rooms.did).toEqual([]);
    await Promise.all([
      connectTo(leadingTo('a'), deps),
      connectTo(leadingTo('a'), deps),
      connectTo(leadingTo('b'), deps),
    ]);
    expect(rooms.did.toSorted()).toEqual(['open a', 'open b']);
    await deps[Symbol.asyncDispose]();
    await deps[Symbol.asyncDispose]();
    expect(rooms.did.slice(2).toSorted()).toEqual(['close a', 'close b']);
  });

  it('a sandbox can be opened again after a failure, and one that never opened is not closed', async () => {
    const rooms = roomsOf(1);
    const deps = await doorsOf(rooms);
    await expect(connectTo(leadingTo('a'), deps)).rejects.toThrow('busy');
    await connectTo(leadingTo('a'), deps);
    await deps[Symbol.asyncDispose]();
    expect(rooms.did).toEqual(['open a', 'close a']);
  });

  it('the names of sandboxes are the valid directories under sandboxes/', async () => {
    const home = await scratchDirectory();
    for (const name of ['demo', 'sandbox', '.trash', 'Not One'])
      await mkdir(join(home, 'sandboxes', name), {recursive: true});
    const {sandboxes} = sandboxDeps(
      home,
      async () => roomsOf(),
      () => undefined,
    );
    expect((await (await sandboxes()).names()).toSorted()).toEqual(['demo', 'sandbox']);
    expect((await (await sandboxes()).status('demo')).directory).toBe(join(home, 'sandboxes', 'demo'));
  });
});
