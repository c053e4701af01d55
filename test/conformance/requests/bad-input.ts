import type {Json, JsonObject} from '../../../src/core/json.ts';
import {apply, del, get, MERGE, other, PROTOBUF, patch, post, put, type Request} from '../request.ts';
import {pathsIn} from './paths.ts';

const map: JsonObject = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'bad'}};
const pod = (spec: JsonObject): JsonObject => ({
  metadata: {name: 'bad'},
  spec: {containers: [{name: 'c', image: 'x'}], ...spec},
});

/** A ConfigMap as Go clients write it: `{metadata: {name: "bad"}, data: {a: "b"}}`, with what it is before it. */
const inProtobuf = (kind: string): string => {
  const field = (tag: string, text: string): string => `${tag}${String.fromCodePoint(text.length)}${text}`;
  const type = field('\n', 'v1') + field('\x12', kind);
  const object = field('\n', field('\n', 'bad')) + field('\x12', field('\n', 'a') + field('\x12', 'b'));
  return `k8s\0${field('\n', type)}${field('\x12', object)}${field('\x1a', '')}${field('"', '')}`;
};

/** What no client should send, and some do. */
export function badInput(ns: string): readonly Request[] {
  const {core, apps} = pathsIn(ns);
  const maps = core('configmaps');
  const tried = `${maps}?dryRun=All`;
  const raw = (name: string, body: Json, type = 'application/json') => post(name, tried, body, {type});
  const query = (name: string, text: string) => post(name, `${maps}?${text}`, {...map, metadata: {name: 'never'}});
  const typed = (name: string, spec: JsonObject) =>
    post(`a wrong type: ${name}`, `${core('pods')}?dryRun=All`, pod(spec));
  return [
    raw('an empty body', ''),
    raw('a body that is no JSON', '{"a":'),
    raw('a body that is text', 'hello'),
    raw('a body that is a list', []),
    raw('a body that is null', 'null'),
    raw('a body that is a number', '5'),
    raw('a body with more behind it', `${JSON.stringify(map)} {}`),
    raw('a body without a kind', {metadata: {name: 'bad'}}),
    raw('a body of another kind', {...map, kind: 'Secret'}),
    raw('a body of an unknown kind', {...map, kind: 'Nothing'}),
    raw('a body of another version', {...map, apiVersion: 'v2'}),
    raw('a body of another group', {...map, apiVersion: 'apps/v1'}),
    raw('a body of a wrong version', {...map, apiVersion: 'a/b/c'}),
    raw('a body of a list', {apiVersion: 'v1', kind: 'List', items: [map]}),
    raw('a body as YAML', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bad}\n', 'application/yaml'),
    raw('a body as broken YAML', 'a: [', 'application/yaml'),
    raw('a body as protobuf', inProtobuf('ConfigMap'), PROTOBUF),
    raw('a body as protobuf, of another kind', inProtobuf('Secret'), PROTOBUF),
    raw('a body as protobuf, of an unknown kind', inProtobuf('Nothing'), PROTOBUF),
    raw('a body as protobuf that ends too early', inProtobuf('ConfigMap').slice(0, -9), PROTOBUF),
    raw('a body as protobuf that is JSON', map, PROTOBUF),
    raw('an empty body as protobuf', '', PROTOBUF),
    raw('a body of an unknown type', 'a', 'text/plain'),
    raw('a body of a form', 'a=b', 'application/x-www-form-urlencoded'),
    raw('a body whose type has a parameter', map, 'application/json; charset=utf-8'),
    raw('a body whose type is none', map, 'nonsense'),
    raw('a body without a type', map, ''),
    raw('a huge body', {...map, data: {a: 'x'.repeat(3_200_000)}}),
    raw('a field twice', '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"bad"},"data":{"a":"1","a":"2"}}'),
    post(
      'a field twice, strictly',
      `${tried}&fieldValidation=Strict`,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"bad","name":"bad"},"data":{"a":"1"}}',
    ),
    post(
      'a field twice, silently',
      `${tried}&fieldValidation=Ignore`,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"bad"},"data":{"a":"1","a":"2"}}',
    ),
    raw('unknown fields', {...map, dta: {}, metadata: {name: 'bad', lables: {}}}),
    post('unknown fields, strictly', `${tried}&fieldValidation=Strict`, {
      ...map,
      dta: {},
      metadata: {name: 'bad', lables: {}},
    }),
    post('unknown fields, silently', `${tried}&fieldValidation=Ignore`, {...map, dta: {}}),
    post(
      'unknown fields deep inside, strictly',
      `${core('pods')}?dryRun=All&fieldValidation=Strict`,
      pod({
        containers: [{name: 'c', image: 'x', imagePolicy: 'Always', env: [{nam: 'x', name: 'A'}]}],
        restart: 'Always',
      }),
    ),
    post(
      'a field in the wrong case, strictly',
      `${core('pods')}?dryRun=All&fieldValidation=Strict`,
      pod({RestartPolicy: 'Never'}),
    ),
    raw('nulls', {...map, data: {a: null}, metadata: {name: 'bad', labels: null, annotations: {x: null}}}),
    raw('a list where a map belongs', {...map, data: []}),
    raw('a text where a map belongs', {...map, data: 'x'}),
    raw('a map where a text belongs', {...map, data: {a: {}}}),
    raw('a number as a label', {...map, metadata: {name: 'bad', labels: {a: 1}}}),
    raw('a number as a name', {...map, metadata: {name: 1}}),
    raw('a list as metadata', {...map, metadata: []}),
    raw('a wrong time', {...map, metadata: {name: 'bad', creationTimestamp: 'yesterday'}}),
    raw('binary data that is no base64', {...map, binaryData: {a: '%%%'}}),
    typed('a text for a number', {terminationGracePeriodSeconds: '5'}),
    typed('a fraction for a number', {terminationGracePeriodSeconds: 1.5}),
    typed('a number that is too large', {priority: 99_999_999_999}),
    typed('a text for a truth', {hostNetwork: 'yes'}),
    typed('an object for a list', {containers: {}}),
    typed('a text in a list of objects', {containers: ['x']}),
    typed('a port as a text', {containers: [{name: 'c', image: 'x', ports: [{containerPort: '80'}]}]}),
    typed('an invalid quantity', {containers: [{name: 'c', image: 'x', resources: {limits: {cpu: 'lots'}}}]}),
    typed('a quantity that is a number', {
      containers: [{name: 'c', image: 'x', resources: {limits: {cpu: 1.5, memory: 1024}}}],
    }),
    typed('a variable that is a number', {containers: [{name: 'c', image: 'x', env: [{name: 'A', value: 1}]}]}),
    typed('a variable that is a truth', {containers: [{name: 'c', image: 'x', env: [{name: 'A', value: true}]}]}),
    typed('a probe at a fraction', {containers: [{name: 'c', image: 'x', livenessProbe: {httpGet: {port: 1.5}}}]}),
    ...[5, {a: 5}, {a: [5]}].map((extra, index) =>
      post(`a wrong type: values of its own type, ${index}`, '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: {user: 'a', nonResourceAttributes: {path: '/', verb: 'get'}, extra},
      }),
    ),
    ...[5, {storage: 5}].map((allocatedResourceStatuses, index) =>
      post(`a wrong type: keys of their own type, ${index}`, `${core('persistentvolumeclaims')}?dryRun=All`, {
        metadata: {name: 'bad'},
        status: {allocatedResourceStatuses},
      }),
    ),
    query('an unknown try', 'dryRun=Some'),
    query('a try of two', 'dryRun=All&dryRun=Some'),
    query('an empty try', 'dryRun='),
    query('an unknown validation', 'fieldValidation=Perhaps'),
    query('a long field manager', `fieldManager=${'x'.repeat(129)}`),
    query('a field manager that cannot be printed', 'fieldManager=%01'),
    query('an unknown query', 'dryRun=All&nothing=1'),
    query('indented', 'dryRun=All&pretty=true'),
    get('an answer in an unknown form', maps, {accept: 'text/html'}),
    get('an answer as YAML', core('configmaps', 'never'), {accept: 'application/yaml'}),
    get('an answer as protobuf', `/api/v1/namespaces/${ns}`, {accept: PROTOBUF}),
    get('a namespace as YAML', `/api/v1/namespaces/${ns}`, {accept: 'application/yaml'}),
    get('a list as YAML', maps, {accept: 'application/yaml'}),
    get('a watch as YAML', `${maps}?watch=1&timeoutSeconds=1`, {accept: 'application/yaml'}),
    ...['/version', '/api', '/apis', '/apis/apps', '/apis/apps/v1'].flatMap((path) =>
      ['text/html', 'application/*', 'application/yaml;as=Table;v=v1;g=meta.k8s.io'].map((accept) =>
        get(`${path} as ${accept}`, path, {accept}),
      ),
    ),
    get('/version as YAML', '/version', {accept: 'application/yaml'}),
    get('a refusal as a table in YAML', core('configmaps', 'nothing'), {
      accept: 'application/yaml;as=Table;v=v1;g=meta.k8s.io',
    }),
    get('an answer in any form', core('configmaps', 'never'), {accept: '*/*'}),
    get('an answer in any form of applications', core('configmaps', 'never'), {accept: 'application/*'}),
    get('an answer as what cannot be', core('configmaps', 'never'), {
      accept: 'application/json;as=Thing;v=v1;g=meta.k8s.io',
    }),
    get('a browser', core('configmaps', 'never'), {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    }),
    other('PUT', 'replace a list', maps, map),
    other('PATCH', 'patch a list', maps, {}, {type: MERGE}),
    other('POST', 'create everywhere', '/api/v1/configmaps', map),
    other('DELETE', 'delete everywhere', '/api/v1/configmaps'),
    other('DELETE', 'delete all namespaces', '/api/v1/namespaces'),
    other('OPTIONS', 'ask for options', maps),
    other('HEAD', 'ask for the head', maps),
    other('GET', 'an extra slash', `${maps}/`),
    other('GET', 'two slashes', `/api/v1/namespaces/${ns}//configmaps`),
    other('GET', 'a name with capitals', core('configmaps', 'WRONG')),
    other('GET', 'a name that is encoded', core('configmaps', 'a%2Fb')),
    other('GET', 'a kind with namespaces without one', '/api/v1/configmaps/a'),
    other('GET', 'a kind without namespaces in one', core('nodes')),
    other('GET', 'a subresource that is not there', core('configmaps', 'a/status')),
    other('GET', 'a subresource of nothing', core('pods', 'nothing/status')),
    other('POST', 'create by a subresource', `${apps('deployments')}/a/status`, {}),
    put('replace with no body', core('configmaps', 'never'), ''),
    patch('patch with no body', core('configmaps', 'never'), MERGE, ''),
    apply('apply no body', `${core('configmaps', 'never')}?fieldManager=x`, ''),
    del('delete with a body that is no JSON', core('configmaps', 'never'), '{'),
    del('delete with a body of a wrong type', core('configmaps', 'never'), {gracePeriodSeconds: 'soon'}),
    del('delete with an unknown field', `${core('configmaps', 'never')}?fieldValidation=Strict`, {sooner: true}),
    del('delete with a negative time', core('configmaps', 'never'), {gracePeriodSeconds: -1}),
    post('a namespace that is taken', '/api/v1/namespaces', {metadata: {name: ns}}),
    del('delete a namespace of the system', '/api/v1/namespaces/kube-system?dryRun=All'),
    del('delete the default namespace', '/api/v1/namespaces/default?dryRun=All'),
  ];
}
