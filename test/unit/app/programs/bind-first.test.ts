import {describe, expect, it} from 'vitest';
import type {Deps} from '../../../../src/app/deps.ts';
import {bindFirst} from '../../../../src/app/programs/bind-first.ts';
import {pinCluster, pinOf} from '../../../../src/app/workspace/pin.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {failureOf, rig, wayTo} from '../workspace/rig.ts';

const SERVER = 'https://cluster.example:6443';
const FOUND = {server: SERVER, identity: 'a', method: 'kube-system-uid', version: 'v1'} as const;
const kubeconfig = {workspace: 'team', field: 'test', from: {kind: 'in-cluster'}} as const;
const chosen = {name: 'team', place: 'backend', file: 'workspaces/team.yaml'} as never;

async function world(more: Partial<Deps> = {}) {
  const made = await rig({identity: FOUND});
  const events: unknown[] = [];
  const deps: Deps = {...made.deps, onEvent: (event) => void events.push(event), ...more};
  const request = {chosen, kubeconfig, server: SERVER, backend: made.backend};
  return {
    ...made,
    deps,
    events,
    bind: (limitMs?: number) => bindFirst({...request, ...(limitMs === undefined ? {} : {limitMs})}, deps),
  };
}

const fails = (failure: Failure) => async () => Promise.reject(new GantryError(failure));
const never = () => new Promise<never>(() => undefined);

describe('bindFirst', () => {
  it('an answering cluster is bound without a message', async () => {
    const made = await world();
    await made.bind();
    expect(await pinOf(chosen, made.backend)).toMatchObject({identities: [FOUND]});
    expect(made.events).toEqual([]);
  });

  it.each([
    {
      name: 'refuses the credential',
      failure: {code: 'credential/refused', server: SERVER, detail: 'Unauthorized'},
      because: 'Unauthorized',
    },
    {
      name: 'denies what is asked',
      failure: {code: 'permission/denied', server: SERVER, action: 'read /version', detail: 'forbidden'},
      because: 'forbidden',
    },
    {
      name: 'cannot be reached',
      failure: {code: 'cluster/unreachable', server: SERVER, detail: 'connect ECONNREFUSED'},
      because: 'connect ECONNREFUSED',
    },
  ] as const)('a cluster that $name causes a warning, and the program may start', async ({failure, because}) => {
    const made = await world({connect: fails(failure)});
    await made.bind();
    expect(made.events).toMatchObject([
      {diagnostic: {severity: 'warning', code: 'cluster/not-bound', message: expect.stringContaining(because)}},
    ]);
    expect(await pinOf(chosen, made.backend)).toBeUndefined();
  });

  it('a cluster that does not answer delays the program only until the limit, and its login program ends', async () => {
    let unattended: AbortSignal | undefined;
    const connect: Deps['connect'] = (_, signal) => {
      unattended = signal;
      return never();
    };
    const made = await world({connect});
    await made.bind(10);
    expect(unattended?.aborted).toBe(true);
    expect(made.events).toMatchObject([{diagnostic: {message: expect.stringContaining('no answer within 0.01 s')}}]);
  });

  it('another cluster than the one that a concurrent command bound is refused', async () => {
    const made = await world();
    await pinCluster({
      ...made.deps,
      chosen,
      access: wayTo(SERVER),
      found: {...FOUND, identity: 'b'},
      backend: made.backend,
    });
    expect(await failureOf(made.bind())).toMatchObject({code: 'cluster/other'});
  });

  it('an interrupt during the request ends the command', async () => {
    const interrupt = new AbortController();
    const made = await world({connect: never, signal: interrupt.signal});
    const bound = failureOf(made.bind());
    interrupt.abort(new GantryError({code: 'cancelled', signal: 'SIGINT'}));
    expect(await bound).toMatchObject({code: 'cancelled'});
    expect(made.events).toEqual([]);
  });
});
