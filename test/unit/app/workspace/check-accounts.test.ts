import {describe, expect, it} from 'vitest';
import {checkAccounts} from '../../../../src/app/workspace/check-accounts.ts';
import {checkPin, pinCluster} from '../../../../src/app/workspace/pin.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {AccountAnswer, ConfiguredAccount} from '../../../../src/ports/account-identity.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';
import {failureOf, wayTo} from './rig.ts';

const CLUSTER: ClusterIdentity = {server: 'https://a', identity: 'u1', method: 'kube-system-uid', version: 'v1'};
const chosen = {name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'} as const;
const KEY = 'pins/prod.json';

async function world() {
  const backend = memoryBackend();
  const home = await scratchDirectory();
  const events: unknown[] = [];
  const given = {clock: stoppedClock(), home, onEvent: (event: unknown) => void events.push(event)};
  const check = (answers: Readonly<Record<string, AccountAnswer | string>>) => {
    const accounts = Object.keys(answers).map((name): [string, ConfiguredAccount] => [
      name,
      {provider: 'aws', block: {name}, variables: new Map()},
    ]);
    return checkAccounts(
      {chosen, backend: async () => backend, accounts: new Map(accounts)},
      {
        ...given,
        signal: new AbortController().signal,
        identifyAccount: async ({block}) => {
          const answer = answers[String(block['name'])] ?? {unknown: true};
          return typeof answer === 'string' ? {account: answer} : answer;
        },
      },
    );
  };
  const cluster = {chosen, found: CLUSTER, access: wayTo(CLUSTER.server), backend, ...given};
  const stored = () => JSON.parse(new TextDecoder().decode(backend.values.get(KEY)?.value)) as Record<string, unknown>;
  return {backend, check, cluster, stored, events};
}

describe('the accounts of a workspace', () => {
  it('the first contact binds the workspace, and another account is refused', async () => {
    const {check, stored} = await world();
    expect(await check({'aws.us': '111', 'aws.eu': '222'})).toEqual(
      new Map([
        ['aws.us', '111'],
        ['aws.eu', '222'],
      ]),
    );
    expect(stored()).toMatchObject({identities: [], accounts: {'aws.us': '111', 'aws.eu': '222'}, mac: {}});
    expect(await failureOf(check({'aws.us': '222'}))).toEqual({
      code: 'terraform/other-account',
      workspace: 'prod',
      provider: 'aws.us',
      expected: '111',
      found: '222',
    });
    expect(await failureOf(check({'aws.us': {unknown: true}}))).toMatchObject({code: 'terraform/other-account'});
    expect(await check({aws: '111'})).toEqual(
      new Map([
        ['aws.us', '111'],
        ['aws.eu', '222'],
        ['aws', '111'],
      ]),
    );
  });

  it('an unknown account does not bind the workspace', async () => {
    const {check, backend} = await world();
    await check({aws: {unknown: true}});
    expect(backend.values.has(KEY) && JSON.stringify(backend.values.get(KEY))).toBe(false);
  });

  it('the pin of the cluster and that of the accounts are kept together', async () => {
    const {check, cluster, stored} = await world();
    await check({aws: '111'});
    await checkPin(cluster);
    expect(stored()).toMatchObject({identities: [CLUSTER], accounts: {aws: '111'}});
    expect(await failureOf(check({aws: '222'}))).toMatchObject({code: 'terraform/other-account'});
  });

  it('a person who trusts the workspace again binds it to its present accounts', async () => {
    const {check, cluster} = await world();
    await check({aws: '111'});
    await pinCluster(cluster);
    expect(await check({aws: '222'})).toEqual(new Map([['aws', '222']]));
  });

  it('a pin that others edited is not believed', async () => {
    const {check, backend, stored} = await world();
    await check({aws: '111'});
    const {version} = (await backend.get(KEY)) ?? {version: ''};
    const text = JSON.stringify({...stored(), accounts: {aws: '222'}});
    await backend.put(KEY, new TextEncoder().encode(text), version);
    expect(await failureOf(check({aws: '222'}))).toMatchObject({code: 'terraform/other-account', expected: '111'});
    expect(await failureOf(check({aws: '111'}))).toMatchObject({code: 'release/untrusted'});
  });

  it('a pin that another run stores at the same moment is compared', async () => {
    const {check, backend} = await world();
    const other = await world();
    await other.check({aws: '222'});
    const {put} = backend;
    let isFirst = true;
    Object.assign(backend, {
      put: async (...args: Parameters<typeof put>) => {
        if (!isFirst || args[0] !== KEY) return put(...args);
        isFirst = false;
        await check({aws: '222'});
        return put(...args);
      },
    });
    expect(await failureOf(check({aws: '111'}))).toMatchObject({code: 'terraform/other-account', expected: '222'});
  });

  it('a backend that cannot be written gives a warning', async () => {
    const {check, backend, events} = await world();
    Object.assign(backend, {
      put: () => Promise.reject(new GantryError({code: 'backend/io', detail: 'the file system is read-only'})),
    });
    expect(await check({aws: '111'})).toEqual(new Map([['aws', '111']]));
    expect(events).toMatchObject([{diagnostic: {severity: 'warning', code: 'cluster/not-bound'}}]);
  });

  it.each([
    {fault: 'denied', code: 'terraform/keys-refused'},
    {fault: 'unreachable', code: 'terraform/no-answer'},
  ] as const)('keys that are $fault are an error', async ({fault, code}) => {
    const {check} = await world();
    expect(await failureOf(check({aws: {fault, because: 'the reason'}}))).toEqual({
      code,
      provider: 'aws',
      because: 'the reason',
    });
  });
});
