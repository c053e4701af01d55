import {expect, it} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {MODULES} from '../../../src/registry/modules.ts';
import {generated} from './request.ts';

const podOf = async (container: JsonObject): Promise<JsonObject> => {
  const {resources} = await generated('service', {config: {containers: {web: {image: 'a', ...container}}}});
  return jsonAt(resources[0] ?? {}, ['spec', 'template', 'spec']) as JsonObject;
};

it('a network accepts a workload with labels', async () => {
  const workload = {id: '', name: 'web', selector: {a: 'b'}, ports: [], labels: {team: 'web'}};
  const {resources} = await generated('network', {config: {ports: [{port: 80}]}, naming: 'kusion', workload});
  expect(resources[0]).toMatchObject({metadata: {labels: {team: 'web'}}, spec: {selector: {a: 'b'}}});
});

it.each(['secret://only', 'secret://a/b/c', 'secret://'])('the variable %s is refused', (value) => {
  const config = {containers: {web: {image: 'a', env: {A: value}}}};
  expect(MODULES['service']?.input.safeParse(config).success).toBe(false);
});

it('the objects do not depend on the order of mappings', async () => {
  const reversed = (object: JsonObject): JsonObject => Object.fromEntries(Object.entries(object).toReversed());
  const constraints = {a: {maxSkew: 1, topologyKey: 'a'}, b: {maxSkew: 2, topologyKey: 'b'}};
  const container = {
    image: 'a',
    resources: {cpu: '1', memory: '1Gi'},
    files: {'/a/a': {content: 'a'}, '/b/b': {content: 'b'}},
  };
  const files = (turn: (object: JsonObject) => JsonObject) => ({
    containers: turn({
      a: {...container, files: turn(container.files), resources: turn(container.resources)},
      b: container,
    }),
    topologySpreadConstraints: turn(constraints),
    labels: turn({a: 'a', b: 'b'}),
  });
  const one = await generated('service', {config: files((object) => object)});
  const other = await generated('service', {config: files(reversed)});
  expect(JSON.stringify(other.resources)).toBe(JSON.stringify(one.resources));
});

it('a probe of the host localhost reaches the pod and not the node', async () => {
  const pod = await podOf({
    livenessProbe: {tcp: {url: 'tcp://localhost:5432'}},
    readinessProbe: {http: {url: 'https://127.0.0.1/ready'}},
    startupProbe: {http: {url: 'http://db:80'}},
  });
  expect(jsonAt(pod, ['containers', 0])).toMatchObject({
    livenessProbe: {tcpSocket: {port: 5432}},
    readinessProbe: {httpGet: {port: 443, path: '/ready', scheme: 'HTTPS'}},
    startupProbe: {httpGet: {host: 'db', port: 80, scheme: 'HTTP'}},
  });
  expect(jsonAt(pod, ['containers', 0, 'livenessProbe', 'tcpSocket', 'host'])).toBeUndefined();
});

it('a value of a secret store is never in a pod template', async () => {
  const container = {
    image: 'a',
    env: {TOKEN: 'ref://app/token', URL: 'https://a:${ref://app/password}@b'},
    files: {'/etc/app/a': {content: 'token: ${ref://app/token}'}, '/etc/app/b': {content: 'plain'}},
  };
  const {resources} = await generated('service', {config: {containers: {web: container}}});
  const [deployment, ...others] = resources;
  expect(JSON.stringify(deployment)).not.toContain('ref://');
  expect(others.filter((one) => JSON.stringify(one).includes('ref://')).map(({kind}) => kind)).toEqual(['Secret']);
  expect(others.find(({kind}) => kind === 'ConfigMap')).toMatchObject({data: {'web.etc.app.b': 'plain'}});
});
