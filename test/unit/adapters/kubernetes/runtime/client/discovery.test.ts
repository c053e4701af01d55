import {mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {openDiscovery} from '../../../../../../src/adapters/kubernetes/runtime/client/discovery.ts';
import {diskCache} from '../../../../../../src/adapters/kubernetes/runtime/client/disk-cache.ts';
import {openOpenApi} from '../../../../../../src/adapters/kubernetes/runtime/client/openapi.ts';
import {openRequests} from '../../../../../../src/adapters/kubernetes/runtime/client/request.ts';
import {answer, type FakeServer, fakeServer, quickClock, type Script, status} from './fake-server.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A server and what a run of Gantry sees of it; each `run` starts anew with the same disk. */
async function start(script: Script) {
  const root = mkdtempSync(join(tmpdir(), 'gantry-cache-'));
  const directory = join(root, 'server');
  const server: FakeServer = await fakeServer(script);
  open.push(() => rmSync(root, {recursive: true}), server.close);
  const run = () => {
    const requests = openRequests(server.access, {clock: quickClock(), onEvent: () => undefined});
    open.push(requests.close);
    const cache = diskCache(directory);
    return {discovery: openDiscovery(requests, cache, 'https://s'), openapi: openOpenApi(requests, cache, 'https://s')};
  };
  const asked = (): string[] =>
    server.requests
      .splice(0)
      .map(({url}) => url)
      .toSorted();
  return {run, asked, directory};
}

const deployments = {
  resource: 'deployments',
  responseKind: {group: '', version: '', kind: 'Deployment'},
  scope: 'Namespaced',
  verbs: ['get'],
};
const groups = (name: string, resources: object[]) => ({
  kind: 'APIGroupDiscoveryList',
  items: [{metadata: {name}, versions: [{version: 'v1', resources}]}],
});
const core = [
  {resource: 'nodes', responseKind: {kind: 'Node'}, scope: 'Cluster', verbs: []},
  {resource: 'odd', verbs: []},
];

const aggregating: Script = (request, response) => {
  if (request.headers['if-none-match'] === `"${request.url}"`) answer(response, 304, '');
  else
    answer(response, 200, request.url === '/api' ? groups('', core) : groups('apps', [deployments]), {
      etag: `"${request.url}"`,
    });
};

const documented: Script = (request, response) => {
  const paths = {'apis/apps/v1': {serverRelativeURL: '/openapi/v3/apis/apps/v1?hash=A'}};
  if (request.url === '/openapi/v3') answer(response, 200, {paths});
  else answer(response, 200, {paths: {a: 1}, components: {schemas: {D: {type: 'object'}}}});
};

describe('discovery', () => {
  it('kinds of an API server that does not answer do not count as removed', async () => {
    const stale = {metadata: {name: 'metrics.k8s.io'}, versions: [{version: 'v1', resources: [], freshness: 'Stale'}]};
    const {run} = await start((request, response) => {
      if (request.url === '/api') answer(response, 200, groups('', core));
      else if (request.url === '/apis') answer(response, 200, {kind: 'APIGroupDiscoveryList', items: [stale]});
      else answer(response, 403, status(403, 'Forbidden', 'no'));
    });
    const asked = run().discovery.resourceFor({apiVersion: 'metrics.k8s.io/v1', kind: 'PodMetrics'});
    await expect(asked).rejects.toMatchObject({failure: {code: 'permission/denied'}});
  });

  it.each([
    {
      name: 'a server that aggregates discovery',
      listed: {
        kind: 'APIGroupDiscoveryList',
        items: [
          {metadata: {name: 'apps'}, versions: [{version: 'v1', resources: [deployments]}]},
          {metadata: {name: 'keda.sh'}, versions: [{version: 'v1', resources: [], freshness: 'Stale'}]},
        ],
      },
    },
    {
      name: 'an old server',
      listed: {
        kind: 'APIGroupList',
        groups: [{versions: [{groupVersion: 'apps/v1'}]}, {versions: [{groupVersion: 'keda.sh/v1'}]}],
      },
    },
  ])('discovery of $name names the unavailable API and all other kinds', async ({listed}) => {
    const {run} = await start((request, response) => {
      if (request.url === '/api') answer(response, 200, groups('', core));
      else if (request.url === '/apis') answer(response, 200, listed);
      else if (request.url === '/apis/apps/v1')
        answer(response, 200, {
          resources: [{name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['get']}],
        });
      else answer(response, 503, 'service unavailable');
    });
    const {discovery} = run();
    const {resources, unavailable} = await discovery.served();
    expect(resources.map(({resource}) => resource)).toEqual(['nodes', 'deployments']);
    expect(unavailable).toEqual([{apiVersion: 'keda.sh/v1', detail: 'HTTP 503: service unavailable'}]);
    // A run that needs a kind of it is told which API it is, not that the cluster is away.
    await expect(discovery.resourceFor({apiVersion: 'keda.sh/v1', kind: 'Scaler'})).rejects.toMatchObject({
      failure: {code: 'cluster/unreachable', api: 'keda.sh/v1'},
    });
  });

  it('discovery fails if the core API is missing', async () => {
    const {run} = await start((request, response) => {
      if (request.url === '/api') answer(response, 200, {kind: 'APIVersions', versions: ['v1']});
      else if (request.url === '/apis') answer(response, 200, {kind: 'APIGroupList', groups: []});
      else answer(response, 503, 'service unavailable');
    });
    await expect(run().discovery.served()).rejects.toMatchObject({failure: {code: 'cluster/unreachable'}});
  });

  it('discovery takes two requests, and two short answers in a second run', async () => {
    const {run, asked, directory} = await start(aggregating);
    for (let count = 0; count < 2; count++) {
      const {discovery} = run();
      expect(await discovery.resourceFor({apiVersion: 'apps/v1', kind: 'Deployment'})).toEqual({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        resource: 'deployments',
        namespaced: true,
        verbs: ['get'],
      });
      expect(await discovery.resourcesOf('v1')).toEqual([
        {apiVersion: 'v1', kind: 'Node', resource: 'nodes', namespaced: false, verbs: []},
      ]);
      expect(await discovery.apiVersions()).toEqual(['v1', 'apps/v1']);
      expect(asked()).toEqual(['/api', '/apis']);
    }
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });

  it('discovery ignores a damaged cache', async () => {
    const {run, directory} = await start(aggregating);
    await run().discovery.apiVersions();
    for (const name of readdirSync(directory)) writeFileSync(join(directory, name), '{"etag": "x"');
    expect(await run().discovery.apiVersions()).toEqual(['v1', 'apps/v1']);
  });

  it('an old server is asked group by group, and only for what is needed', async () => {
    const {run, asked} = await start((request, response) => {
      const list = {
        kind: 'APIResourceList',
        resources: [
          {name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['get']},
          {name: 'deployments/scale', kind: 'Scale', verbs: []},
        ],
      };
      if (request.url === '/api') answer(response, 200, {kind: 'APIVersions', versions: ['v1']});
      else if (request.url === '/apis')
        answer(response, 200, {
          kind: 'APIGroupList',
          groups: [{versions: [{groupVersion: 'apps/v1'}, {groupVersion: 'batch/v1'}]}],
        });
      else answer(response, 200, list);
    });
    const {discovery} = run();
    expect(await discovery.resourcesOf('apps/v1')).toEqual([
      {apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', namespaced: true, verbs: ['get']},
    ]);
    expect(await discovery.resourceFor({apiVersion: 'apps/v1', kind: 'Scale'})).toBeUndefined();
    expect(asked()).toEqual(['/api', '/apis', '/apis/apps/v1']);
  });

  it('a refresh reads one group, also one that is new or gone', async () => {
    let there = true;
    const {run, asked} = await start((request, response, count) => {
      if (count < 2) aggregating(request, response, count);
      else if (there) answer(response, 200, {resources: [{name: 'widgets', kind: 'Widget', namespaced: true}]});
      else answer(response, 404, status(404, 'NotFound', 'x'));
    });
    const {discovery} = run();
    await discovery.apiVersions();
    await discovery.refresh('example.com/v1');
    expect(await discovery.resourceFor({apiVersion: 'example.com/v1', kind: 'Widget'})).toMatchObject({
      resource: 'widgets',
    });
    expect(asked()).toEqual(['/api', '/apis', '/apis/example.com/v1']);
    there = false;
    await discovery.refresh('example.com/v1');
    expect(await discovery.resourceFor({apiVersion: 'example.com/v1', kind: 'Widget'})).toBeUndefined();
  });
});

describe('openapi', () => {
  it('the OpenAPI client reads only the requested groups, and from disk while their hash is the same', async () => {
    const {run, asked} = await start(documented);
    const want = {components: {schemas: {D: {type: 'object'}}}};
    const first = run().openapi;
    expect(await Promise.all([first.schemas('apps/v1'), first.schemas('apps/v1'), first.schemas('batch/v1')])).toEqual([
      want,
      want,
      undefined,
    ]);
    expect(asked()).toEqual(['/openapi/v3', '/openapi/v3/apis/apps/v1?hash=A']);
    expect(await run().openapi.schemas('apps/v1')).toEqual(want);
    expect(asked()).toEqual(['/openapi/v3']);
  });

  it('a document that changed since the index was read is read as it is now, and not kept under the old hash', async () => {
    const {run, asked} = await start((request, response, index) => {
      if (request.url?.endsWith('?hash=A')) answer(response, 301, '', {location: '/openapi/v3/apis/apps/v1?hash=B'});
      else documented(request, response, index);
    });
    expect(await run().openapi.schemas('apps/v1')).toEqual({components: {schemas: {D: {type: 'object'}}}});
    expect(await run().openapi.schemas('apps/v1')).toBeDefined();
    expect(asked().filter((url) => url.endsWith('?hash=A'))).toHaveLength(2);
  });

  it('a server without OpenAPI v3 has no schemas', async () => {
    const {run} = await start((_request, response) => answer(response, 404, ''));
    expect(await run().openapi.schemas('v1')).toBeUndefined();
  });

  it('a user without permission to read discovery gets a denial', async () => {
    const {run} = await start((_request, response) => answer(response, 403, status(403, 'Forbidden', 'x')));
    await expect(run().openapi.schemas('v1')).rejects.toMatchObject({
      failure: {code: 'permission/denied', action: 'read /openapi/v3'},
    });
  });
});
