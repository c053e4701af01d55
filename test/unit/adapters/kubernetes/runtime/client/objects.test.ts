import {afterEach, describe, expect, it} from 'vitest';
import type {ApiResource} from '../../../../../../src/adapters/kubernetes/runtime/client/discovery.ts';
import {openObjects} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import {openRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/request.ts';
import {answer, fakeServer, quickClock, type Script, status} from './fake-server.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(script: Script) {
  const server = await fakeServer(script);
  const requests = openRequests(server.access, {clock: quickClock(), onEvent: () => undefined});
  open.push(server.close, requests.close);
  return {objects: openObjects(requests), requests: server.requests};
}

const resource: ApiResource = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  verbs: [],
};
const web = {resource, namespace: 'shop', name: 'web'};
const found: Script = (_request, response) => answer(response, 200, {kind: 'Deployment'});

describe('objects', () => {
  it('an apply is a patch by gantry with strict validation', async () => {
    const {objects, requests} = await start(found);
    await objects.apply({...web, object: {a: 1}, force: true, dryRun: true});
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      url: '/apis/apps/v1/namespaces/shop/deployments/web?fieldManager=gantry&force=true&fieldValidation=Strict&dryRun=All',
      headers: {'content-type': 'application/apply-patch+yaml'},
      text: '{"a":1}',
    });
  });

  it('a delete says everything in its body, since a server then ignores the query', async () => {
    const {objects, requests} = await start(found);
    await objects.delete({...web, uid: 'u', resourceVersion: '7', propagationPolicy: 'Orphan', dryRun: true});
    expect(requests[0]?.url).toBe('/apis/apps/v1/namespaces/shop/deployments/web');
    expect(JSON.parse(requests[0]?.text ?? '')).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: {uid: 'u', resourceVersion: '7'},
      propagationPolicy: 'Orphan',
      dryRun: ['All'],
    });
  });

  it('a list that grew too old between two pages is read again in one piece', async () => {
    const {objects, requests} = await start((request, response) => {
      const query = new URL(request.url ?? '', 'https://x').searchParams;
      if (query.has('continue')) answer(response, 410, status(410, 'Expired', 'too old'));
      else if (query.has('limit'))
        answer(response, 200, {items: [{metadata: {name: 'a'}}], metadata: {continue: 'more'}});
      else
        answer(response, 200, {
          items: [{metadata: {name: 'a'}}, {metadata: {name: 'b'}}],
          metadata: {resourceVersion: '9'},
        });
    });
    const list = await objects.list({resource, labelSelector: 'a in (b,c)'});
    expect(list).toMatchObject({
      ok: true,
      resourceVersion: '9',
      items: [{kind: 'Deployment', metadata: {name: 'a'}}, {metadata: {name: 'b'}}],
    });
    expect(requests.map(({url}) => url)).toEqual([
      '/apis/apps/v1/deployments?limit=500&labelSelector=a%20in%20(b%2Cc)',
      '/apis/apps/v1/deployments?limit=500&continue=more&labelSelector=a%20in%20(b%2Cc)',
      '/apis/apps/v1/deployments?labelSelector=a%20in%20(b%2Cc)',
    ]);
  });

  it('no attempt begins once the caller says that it must not', async () => {
    let left = 2;
    const {objects, requests} = await start((_request, response) => answer(response, 503, ''));
    const beforeAttempt = async (): Promise<void> => {
      if (left-- === 0) throw new Error('lost the lock');
    };
    await expect(objects.apply({...web, object: {}, force: true, beforeAttempt})).rejects.toThrow('lost the lock');
    expect(requests).toHaveLength(2);
  });

  it('a create that is not a dry run is not sent twice by itself', async () => {
    const {objects, requests} = await start((request) => void request.socket.destroy());
    await expect(objects.create({resource, namespace: 'shop', object: {}})).rejects.toMatchObject({
      failure: {code: 'cluster/unreachable'},
    });
    expect(requests).toHaveLength(1);
  });
});
