import type {Json, JsonObject} from '../../../src/core/json.ts';
import {get, other, post, type Request} from '../request.ts';
import {pathsIn} from './paths.ts';

/** What others may do whom nobody gave any rights: the user may be everybody, as `kubectl --as` asks for it. */
export function users(ns: string): readonly Request[] {
  const {core, apps, group} = pathsIn(ns);
  const as = (user: string, more: Readonly<Record<string, string>> = {}) => ({
    headers: {'impersonate-user': user, ...more},
  });
  const jane = as('jane');
  const seen = (path: string, method = 'GET', body?: Json) =>
    other(method, `jane: ${method} ${path.replaceAll(ns, 'NAMESPACE')}`, path, body, jane);
  const review = (kind: string, spec: JsonObject, more = jane, version = 'authorization.k8s.io/v1') => {
    const who = Object.values(more.headers).join(' ');
    return post(`${who} asks: ${kind} ${JSON.stringify(spec).slice(0, 150)}`, `/apis/${version}/${kind}`, {spec}, more);
  };
  const may = (verb: string, path: string) => review('selfsubjectaccessreviews', {nonResourceAttributes: {verb, path}});
  const about = (resourceAttributes: JsonObject, more = jane) =>
    review('selfsubjectaccessreviews', {resourceAttributes}, more);
  const who = (more: ReturnType<typeof as>) => review('selfsubjectreviews', {}, more, 'authentication.k8s.io/v1');
  const of = (spec: JsonObject) =>
    post(
      `whether others may: ${JSON.stringify(spec).slice(0, 150)}`,
      '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      {
        spec,
      },
    );
  const ask = {verb: 'create', group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews'};
  return [
    ...['/api', '/api/v1', '/apis', '/apis/', '/apis/apps/v1', '/version', '/healthz'].map((path) => seen(path)),
    ...['/', '/metrics', '/nothing', '/livez/ping', '/healthz/', '//api'].map((path) => seen(path)),
    seen('/version', 'POST', {}),
    seen('/apis/apps/v1', 'POST', {}),
    seen(core('pods')),
    seen(`${core('pods')}?watch=true`),
    seen(`${core('pods')}?fieldSelector=metadata.name%3Dfoo`),
    seen(`/api/v1/watch/namespaces/${ns}/pods`),
    seen(`/api/v1/watch/namespaces/${ns}/pods/x`),
    seen(core('pods/x')),
    seen(core('pods/x/log')),
    seen(core('services/x/proxy/a/b')),
    seen(core('pods'), 'POST', {}),
    seen(core('pods/x'), 'PUT', {}),
    seen(core('pods/x/status'), 'PATCH', {}),
    seen(core('pods/x/exec'), 'POST'),
    seen(core('pods/x'), 'DELETE'),
    seen(core('pods'), 'DELETE'),
    seen(core('pods'), 'HEAD'),
    seen(core('pods'), 'OPTIONS'),
    seen(`/api/v1/namespaces/${ns}`),
    seen(`/api/v1/namespaces/${ns}/status`),
    seen(`/api/v1/namespaces/${ns}/finalize`, 'PUT', {}),
    seen('/api/v1/namespaces'),
    seen('/api/v1/nodes/x'),
    seen('/api/v1/nothings'),
    seen('/api/v2/pods'),
    seen('/apis/nothing.example.com/v1/nothings/x'),
    seen(apps('deployments')),
    seen('/apis/rbac.authorization.k8s.io/v1/clusterroles', 'POST', {}),
    seen('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'),
    seen('/apis/authorization.k8s.io/v1/subjectaccessreviews', 'POST', {}),
    seen(group('authorization.k8s.io/v1', 'localsubjectaccessreviews'), 'POST', {}),
    get('jane: a refusal as YAML', core('pods'), {...jane, accept: 'application/yaml'}),
    get('another name is refused, too', core('pods'), as('a"&<b>')),
    get('an account is refused, too', core('pods'), as('system:serviceaccount:default:default')),
    get('a master is not refused', core('pods/nothing'), as('jane', {'impersonate-group': 'system:masters'})),
    get('who has not come in', '/api', as('system:anonymous')),
    get('who has not come in, about the version', '/version', as('system:anonymous')),
    get('a group without a user', '/api?a=<b>&c', {headers: {'impersonate-group': 'g'}}),
    get('an id without a user', '/api', {headers: {'impersonate-uid': 'u'}}),
    get('more without a user', '/nothing', {
      headers: {'impersonate-extra-A%2FB': 'c', 'impersonate-group': 'g', 'impersonate-uid': 'u'},
    }),
    about({verb: 'create', resource: 'pods', namespace: 'default'}),
    about({verb: '*', group: '*', resource: '*'}),
    about(ask),
    about({...ask, verb: 'get'}),
    about({...ask, subresource: 'status'}),
    about({verb: 'get', resource: 'pods'}, as('jane', {'impersonate-group': 'system:masters'})),
    may('get', '/apis/apps'),
    may('post', '/apis/apps'),
    may('get', '/metrics'),
    review('selfsubjectrulesreviews', {namespace: 'default'}),
    review('selfsubjectrulesreviews', {namespace: 'default'}, as('jane', {'impersonate-group': 'system:masters'})),
    who(jane),
    who(as('jane', {'impersonate-uid': 'u', 'impersonate-group': 'g', 'impersonate-extra-A%2FB': 'c'})),
    who(as('jane', {'impersonate-group': 'system:authenticated'})),
    who(as('jane', {'impersonate-group': 'system:unauthenticated'})),
    who(as('system:anonymous')),
    who(as('system:anonymous', {'impersonate-group': 'system:masters'})),
    who(as('system:serviceaccount:default:x')),
    who(as('system:serviceaccount:default:x', {'impersonate-group': 'g'})),
    ...['default', 'default:', 'Default:x', 'default:x:y', 'default:X'].map((end) =>
      who(as(`system:serviceaccount:${end}`)),
    ),
    of({user: 'jane', resourceAttributes: ask}),
    of({user: 'jane', groups: ['system:authenticated'], resourceAttributes: ask}),
    of({groups: ['system:masters'], resourceAttributes: {verb: 'delete', resource: 'nodes'}}),
    of({groups: ['system:unauthenticated'], nonResourceAttributes: {verb: 'get', path: '/healthz'}}),
    of({groups: ['system:monitoring'], nonResourceAttributes: {verb: 'get', path: '/metrics'}}),
  ];
}
