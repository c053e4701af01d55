import {describe, expect, it} from 'vitest';
import {type CheckPin, checkPin, pinCluster, pinOf} from '../../../../src/app/workspace/pin.ts';
import {HMAC_KEY} from '../../../../src/core/release/keys.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {ClusterPin} from '../../../../src/core/workspace/cluster-pin.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';
import {failureOf, wayTo} from './rig.ts';

const OURS: ClusterIdentity = {server: 'https://a', identity: 'u1', method: 'kube-system-uid', version: 'v1'};
const THEIRS: ClusterIdentity = {...OURS, server: 'https://b', identity: 'u2'};
const KEY = 'pins/prod.json';
const PROD = {name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'} as const;

/** One machine: each run opens the backend anew, and keeps nothing but the home. */
async function machine(backend: Backend, isPrivate = false) {
  const home = await scratchDirectory();
  const notes: string[] = [];
  const check = (found: ClusterIdentity, chosen: CheckPin['chosen']): CheckPin => ({
    chosen,
    found,
    access: wayTo(found.server, found.server),
    backend: {...backend, ...(isPrivate ? {isPrivate: true as const} : {})},
    home,
    clock: stoppedClock(),
    onEvent: (event) => void (event.type === 'diagnostic' && notes.push(event.diagnostic.message)),
  });
  return {
    notes,
    contact: (found = OURS, chosen: CheckPin['chosen'] = PROD) => checkPin(check(found, chosen)),
    trust: (found = OURS) => pinCluster(check(found, PROD)),
  };
}

const stored = (backend: MemoryBackend, key = KEY): ClusterPin =>
  JSON.parse(new TextDecoder().decode(backend.values.get(key)?.value)) as ClusterPin;
const put = (backend: MemoryBackend, pin: object): void => backend.write(KEY, JSON.stringify(pin));
const withoutMac = ({mac: _, ...pin}: ClusterPin): ClusterPin => pin;

/** As an earlier Gantry left it: a key that asks for nothing, and pins without MACs. */
async function oldBackend(): Promise<MemoryBackend> {
  const backend = memoryBackend();
  backend.write('pins/other.json', '{}');
  await hmacKey({...backend});
  await (await machine(backend)).contact();
  put(backend, withoutMac(stored(backend)));
  return backend;
}

describe('a pin in a shared backend', () => {
  const FORGED: readonly {
    readonly what: string;
    readonly problem: string;
    readonly forge: (backend: MemoryBackend) => Promise<void> | void;
  }[] = [
    {
      what: 'that leads to another cluster',
      problem: 'wrong-mac',
      forge: (backend) => put(backend, {...stored(backend), identities: [THEIRS], servers: []}),
    },
    {
      what: 'with one address more',
      problem: 'wrong-mac',
      forge: (backend) => {
        const {servers = [], ...pin} = stored(backend);
        put(backend, {...pin, servers: [...servers, {server: THEIRS.server, ca: ['sha256:x']}]});
      },
    },
    {
      what: 'with a field that we do not know',
      problem: 'wrong-mac',
      forge: (backend) => put(backend, {...stored(backend), later: true}),
    },
    {
      what: 'of another workspace',
      problem: 'wrong-mac',
      forge: async (backend) => {
        await (await machine(backend)).contact(THEIRS, {name: 'dev', place: 'backend', file: 'workspaces/dev.yaml'});
        put(backend, stored(backend, 'pins/dev.json'));
      },
    },
    {
      what: 'without a MAC, where each pin has had one',
      problem: 'no-mac',
      forge: (backend) => put(backend, {...withoutMac(stored(backend)), identities: [THEIRS], servers: []}),
    },
    {
      what: 'made with another key',
      problem: 'other-key',
      forge: async (backend) => {
        const own = memoryBackend();
        await (await machine(own)).contact(THEIRS);
        put(backend, stored(own));
      },
    },
    {
      what: 'whose key is gone',
      problem: 'no-key',
      forge: async (backend) => void (await backend.delete(HMAC_KEY, backend.values.get(HMAC_KEY)?.version ?? '')),
    },
  ];

  it.each(FORGED)(
    '$what is not believed by a machine without memory, until a person trusts',
    async ({problem, forge}) => {
      const backend = memoryBackend();
      await (await machine(backend)).contact();
      await forge(backend);
      const found = backend.values.get(KEY);
      const fresh = await machine(backend);
      for (const cluster of [OURS, THEIRS])
        expect(await failureOf(fresh.contact(cluster))).toMatchObject({code: 'release/untrusted', key: KEY, problem});
      expect(await failureOf(pinOf(PROD, {...backend}))).toMatchObject({code: 'release/untrusted'});
      expect(backend.values.get(KEY)).toEqual(found);
      await fresh.trust();
      await (await machine(backend)).contact();
      expect(await failureOf((await machine(backend)).contact(THEIRS))).toMatchObject({code: 'cluster/other'});
    },
  );

  it('a pin of an earlier version is accepted, and gets its MAC at the next contact with one note', async () => {
    const backend = await oldBackend();
    const {contact, notes} = await machine(backend);
    await contact();
    await contact();
    expect(notes).toEqual([expect.stringContaining('the pin of the workspace prod now carries a MAC')]);
    expect(stored(backend)).toHaveProperty('mac');
  });

  it('a pin must keep its MAC on a machine that has seen one', async () => {
    const backend = await oldBackend();
    const {contact} = await machine(backend);
    await contact();
    put(backend, withoutMac(stored(backend)));
    expect(await failureOf(contact())).toMatchObject({code: 'release/untrusted', key: KEY, problem: 'no-mac'});
  });

  it('a pin of an earlier version in a private home gets its MAC without a note', async () => {
    const backend = await oldBackend();
    const {contact, notes} = await machine(backend, true);
    await contact();
    expect(notes).toEqual([]);
    expect(stored(backend)).toHaveProperty('mac');
  });
});
