import {describe, expect, it, onTestFinished} from 'vitest';
import {openFacade} from '../../../../src/adapters/helm/facade/open-facade.ts';
import type {HelmCluster} from '../../../../src/ports/helm.ts';

const CLUSTER: HelmCluster = {
  version: 'v1.34.4',
  apis: ['v1', 'v1/ConfigMap', 'v1/Secret', 'apps/v1', 'apps/v1/Deployment'],
  lookUp: async () => ({object: undefined}),
};

async function rig(cluster: Partial<HelmCluster> = {}) {
  const facade = await openFacade({...CLUSTER, ...cluster});
  onTestFinished(facade.close);
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${facade.url}${path}`, init);
    return {status: response.status, body: (await response.json()) as {readonly items?: unknown}};
  };
  return {facade, ask};
}

describe('the server for helm', () => {
  it('it answers with the version of the cluster', async () => {
    const {ask} = await rig();
    const body = {major: '1', minor: '34', gitVersion: 'v1.34.4'};
    expect(await ask('/version?timeout=32s')).toEqual({status: 200, body});
  });

  it.each([
    {version: 'v2', accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json'},
    {version: 'v2beta1', accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList'},
  ])('it answers aggregated discovery in the format $version', async ({version, accept}) => {
    const {ask} = await rig();
    const {body} = await ask('/apis', {headers: {accept}});
    expect(body).toMatchObject({kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`});
    expect(body.items).toMatchObject([
      {metadata: {name: 'apps'}, versions: [{version: 'v1', resources: [{responseKind: {kind: 'Deployment'}}]}]},
    ]);
    const core = await ask('/api', {headers: {accept}});
    expect(core.body.items).toMatchObject([
      {metadata: {}, versions: [{version: 'v1', resources: [{resource: 'ConfigMap'}, {resource: 'Secret'}]}]},
    ]);
  });

  it.each([
    {
      path: '/api/v1/namespaces/shop/ConfigMap/a',
      target: {apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a'},
    },
    {path: '/api/v1/ConfigMap', target: {apiVersion: 'v1', kind: 'ConfigMap'}},
    {path: '/api/v1/ConfigMap/a%2Fb', target: {apiVersion: 'v1', kind: 'ConfigMap', name: 'a/b'}},
    {
      path: '/apis/apps/v1/namespaces/a/Deployment',
      target: {apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'a'},
    },
  ])('$path is a look-up', async ({path, target}) => {
    const asked: unknown[] = [];
    const object = {apiVersion: 'v1', kind: 'Any'};
    const lookUp: HelmCluster['lookUp'] = async (one) => {
      asked.push(one);
      return {object};
    };
    const {ask} = await rig({lookUp});
    expect(await ask(path)).toEqual({status: 200, body: object});
    expect(asked).toEqual([target]);
  });

  it.each([
    '/api/v1/namespaces/shop/ConfigMap/missing',
    '/api/v1/Widget/a',
    '/apis/example.com/v1',
    '/apis/apps/v1/namespaces/shop//a',
  ])('%s is not found, as a server answers', async (path) => {
    const {facade, ask} = await rig();
    expect(await ask(path)).toMatchObject({status: 404, body: {kind: 'Status', reason: 'NotFound'}});
    expect(facade.problem()).toBeUndefined();
  });

  it.each([
    {method: 'POST', path: '/api/v1/namespaces/shop/ConfigMap'},
    {method: 'PATCH', path: '/api/v1/namespaces/shop/ConfigMap/a'},
    {method: 'DELETE', path: '/api/v1/namespaces/shop/ConfigMap/a'},
    {method: 'GET', path: '/api/v1/namespaces/shop/ConfigMap?watch=true'},
    {method: 'GET', path: '/openapi/v3'},
    {method: 'GET', path: '/api/v1/namespaces/shop/ConfigMap/a/status'},
    {method: 'GET', path: '/api/v1/ConfigMap/%E0'},
    {method: 'GET', path: '//['},
    {method: 'GET', path: '//elsewhere/version'},
  ])('$method $path is refused', async ({method, path}) => {
    const {facade, ask} = await rig();
    expect(await ask(path, {method})).toMatchObject({status: 405});
    expect(facade.problem()).toEqual({problem: `helm sent a request that is not a look-up: ${method} ${path}`});
  });

  it('it answers nobody without the secret prefix of its paths', async () => {
    const {facade} = await rig();
    const {origin, pathname} = new URL(facade.url);
    expect(pathname).toMatch(/^\/[0-9a-f]{32}$/);
    const codeOf = async (path: string) => (await fetch(origin + path)).status;
    const other = pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const path of ['/version', `${other}/version`, pathname, `${pathname}a/version`, `/x${pathname}/version`])
      expect(await codeOf(path)).toBe(404);
    expect(await codeOf(`${pathname}/version`)).toBe(200);
    expect(facade.problem()).toBeUndefined();
  });

  it('each server has another prefix', async () => {
    const [one, other] = [await rig(), await rig()];
    expect(new URL(one.facade.url).pathname).not.toBe(new URL(other.facade.url).pathname);
  });

  it('it listens only on the loopback interface', async () => {
    const {facade} = await rig();
    expect(new URL(facade.url).hostname).toBe('127.0.0.1');
  });

  it('closing the server ends a look-up that is never answered, and all connections', async () => {
    const asked = Promise.withResolvers<void>();
    const never = new Promise<never>(() => {});
    const {facade, ask} = await rig({lookUp: () => (asked.resolve(), never)});
    const answer = ask('/api/v1/ConfigMap/a');
    await asked.promise;
    facade.close();
    await expect(answer).rejects.toThrow('fetch failed');
    await expect(ask('/version')).rejects.toThrow('fetch failed');
  });

  it('the error and the refusal of look-ups are kept for the end of the run', async () => {
    const error = new Error('denied');
    const failing = await rig({lookUp: () => Promise.reject(error)});
    expect(await failing.ask('/api/v1/ConfigMap')).toMatchObject({status: 500});
    expect(failing.facade.rethrow).toThrow(error);
    const refused = {problem: 'not allowed'};
    const refusing = await rig({lookUp: async () => ({refused})});
    expect(await refusing.ask('/api/v1/Secret')).toMatchObject({status: 403, body: {message: 'not allowed'}});
    expect(refusing.facade.problem()).toBe(refused);
  });
});
