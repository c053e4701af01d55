import {describe, expect, it} from 'vitest';
import {attributesOf} from '../../../../src/sandbox/access/attributes.ts';

function of(asked: string): string {
  const [method = '', url = ''] = asked.split(' ');
  const [path = '', query] = url.split('?');
  const found = attributesOf({method, path, query: new URLSearchParams(query)});
  if (found.on === 'path') return `${found.verb} at ${found.path}`;
  const {verb, group, resource, subresource, namespace, name} = found;
  return `${verb} ${group}|${resource}|${subresource}|${namespace}|${name}`;
}

// As kube-apiserver 1.34.4 names them in its refusals.
describe('request attributes', () => {
  it.each([
    ['GET /', 'get at /'],
    ['GET //api', 'get at //api'],
    ['GET /api/v1', 'get at /api/v1'],
    ['GET /apis/apps/v1/', 'get at /apis/apps/v1/'],
    ['POST /version', 'post at /version'],
    ['GET /a%20b', 'get at /a b'],
    ['GET /a%zz', 'get at /a%zz'],
    ['GET /api/v1/pods', 'list |pods|||'],
    ['GET /api/v2/pods', 'list |pods|||'],
    ['HEAD /api/v1/namespaces/n/pods/', 'list |pods||n|'],
    ['GET /api/v1/namespaces/n/pods/p', 'get |pods||n|p'],
    ['GET /api/v1/namespaces/n/pods/p/log/more', 'get |pods|log|n|p'],
    ['GET /api/v1/namespaces/n/pods%2Fp', 'get |pods||n|p'],
    ['GET /api/v1/namespaces/n/pods?watch=yes', 'watch |pods||n|'],
    ['GET /api/v1/namespaces/n/pods?watch=0', 'list |pods||n|'],
    ['GET /api/v1/namespaces/n/pods/p?watch=1', 'get |pods||n|p'],
    ['GET /api/v1/namespaces/n/pods?fieldSelector=spec.a%3Db,metadata.name%3Dp', 'list |pods||n|p'],
    ['GET /api/v1/namespaces/n/pods?fieldSelector=metadata.name!%3Dp', 'list |pods||n|'],
    ['GET /api/v1/watch/namespaces/n/pods/p', 'watch |pods||n|p'],
    ['GET /api/v1/proxy/namespaces/n/pods/p/x', 'proxy |pods||n|p'],
    ['POST /api/v1/namespaces/n/pods?fieldSelector=metadata.name%3Dp', 'create |pods||n|'],
    ['PUT /apis/apps/v1/namespaces/n/deployments/d/scale', 'update apps|deployments|scale|n|d'],
    ['PATCH /apis/a.example.com/v1/things/t', 'patch a.example.com|things|||t'],
    ['DELETE /api/v1/nodes/n', 'delete |nodes|||n'],
    ['DELETE /api/v1/nodes', 'deletecollection |nodes|||'],
    ['OPTIONS /api/v1/nodes', ' |nodes|||'],
    ['GET /api/v1/namespaces', 'list |namespaces|||'],
    ['GET /api/v1/namespaces/n', 'get |namespaces||n|n'],
    ['PUT /api/v1/namespaces/n/finalize', 'update |namespaces|finalize|n|n'],
  ])('the attributes of %s are %s', (asked, attributes) => expect(of(asked)).toBe(attributes));
});
