import {expect, it} from 'vitest';
import {checkAddress} from '../../../../src/app/programs/check-address.ts';
import {pinCluster, pinOf} from '../../../../src/app/workspace/pin.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {failureOf, rig, wayTo} from '../workspace/rig.ts';

const PINNED = {server: 'https://prod:6443', identity: 'a', method: 'kube-system-uid', version: 'v1'} as const;
const chosen = {name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'} as never;

async function pinned(identity?: typeof PINNED & {readonly server: string; readonly identity: string}) {
  const made = await rig(identity === undefined ? {} : {identity});
  await pinCluster({...made.deps, chosen, access: wayTo(PINNED.server, 'ca'), found: PINNED, backend: made.backend});
  return made;
}

it('a kubeconfig with a known address is used without a request to the cluster', async () => {
  const {deps, connected} = await pinned();
  expect(await checkAddress({chosen, access: wayTo('https://PROD:6443/', 'ca')}, deps)).toMatchObject({is: 'bound'});
  expect(connected).toEqual([]);
});

it('a workspace that never reached a cluster is unbound, and no request is sent', async () => {
  const {deps, connected} = await rig();
  expect(await checkAddress({chosen, access: wayTo('https://anywhere')}, deps)).toMatchObject({is: 'unbound'});
  expect(connected).toEqual([]);
});

it('a cluster at another address is identified: another cluster is refused, a moved one is not', async () => {
  const other = await pinned({...PINNED, server: 'https://new', identity: 'b' as 'a'} as never);
  expect(await failureOf(checkAddress({chosen, access: wayTo('https://new', 'ca')}, other.deps))).toMatchObject({
    code: 'cluster/other',
  });
  const moved = await pinned({...PINNED, server: 'https://new'} as never);
  await checkAddress({chosen, access: wayTo('https://new', 'ca')}, moved.deps);
  expect(await pinOf(chosen, moved.backend)).toMatchObject({
    servers: [{server: PINNED.server}, {server: 'https://new', ca: ['ca']}],
  });
});

it('a server with another CA is refused at any address, and no request is sent', async () => {
  for (const server of ['https://new', PINNED.server]) {
    const {deps, connected} = await pinned({...PINNED, server} as never);
    const cluster = () => Promise.reject(new Error('the server was asked'));
    const refused = checkAddress({chosen, access: wayTo(server, 'forged')}, {...deps, cluster});
    expect(await failureOf(refused)).toMatchObject({code: 'cluster/other', unsent: true});
    expect(connected).toEqual([]);
  }
});

it('a backend that does not answer causes a warning, and the cluster stays usable', async () => {
  const {deps, backend} = await rig();
  const events: unknown[] = [];
  const get = () => Promise.reject(new GantryError({code: 'backend/io', detail: 'down'}));
  const without = {
    ...deps,
    backend: async () => ({...backend, get}),
    onEvent: (event: unknown) => void events.push(event),
  };
  expect(await checkAddress({chosen, access: wayTo('https://prod')}, without)).toMatchObject({is: 'unchecked'});
  expect(events).toMatchObject([{diagnostic: {code: 'cluster/unchecked', severity: 'warning'}}]);
});
