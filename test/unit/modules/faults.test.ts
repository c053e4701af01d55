import {expect, it} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import type {Naming} from '../../../src/core/module/module.ts';
import {MODULES} from '../../../src/registry/modules.ts';
import {generated} from './request.ts';

/** The faults of Kusion's generators that must be impossible here. */
const NAMINGS: readonly Naming[] = ['short', 'kusion'];

const podOf = async (container: JsonObject, naming: Naming): Promise<JsonObject> => {
  const {resources} = await generated('service', {config: {containers: {web: {image: 'a', ...container}}}, naming});
  return jsonAt(resources[0] ?? {}, ['spec', 'template', 'spec']) as JsonObject;
};
const mountsOf = (pod: JsonObject) => jsonAt(pod, ['containers', 0, 'volumeMounts']) as readonly JsonObject[];
const volumesOf = (pod: JsonObject) => pod['volumes'] as readonly JsonObject[];

it.each(NAMINGS)('with naming %s, two files in one directory share one mount', async (naming) => {
  const pod = await podOf({files: {'/etc/app/a': {content: 'a'}, '/etc/app/b': {content: 'b', mode: '0600'}}}, naming);
  expect(mountsOf(pod).map(({mountPath}) => mountPath)).toEqual(['/etc/app']);
  const sources = jsonAt(pod, ['volumes', 0, 'projected', 'sources']) as readonly JsonObject[];
  const items = sources.flatMap((source) => jsonAt(source, ['configMap', 'items']) as readonly JsonObject[]);
  expect(items.map(({path, mode}) => [path, mode])).toEqual([
    ['a', 0o644],
    ['b', 0o600],
  ]);
});

it.each(NAMINGS)('with naming %s, two keys of one Secret give no volume name twice', async (naming) => {
  const from = (key: string, mode: string) => ({contentFrom: `secret://tls/${key}`, mode});
  const pod = await podOf(
    {files: {'/a/crt': from('crt', '0644'), '/b/key': from('key', '0600'), '/c/ca': from('ca', '0644')}},
    naming,
  );
  const names = volumesOf(pod).map(({name}) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(mountsOf(pod)).toHaveLength(3);
  for (const {name} of mountsOf(pod)) expect(names).toContain(name);
});

it.each(NAMINGS)('with naming %s, the mode "644" means octal digits', async (naming) => {
  const pod = await podOf({files: {'/etc/app/a': {content: 'a', mode: '644'}}}, naming);
  expect(JSON.stringify(pod['volumes'])).toMatch(/(?:m|defaultM)ode":420\b/);
});

it.each(NAMINGS)('with naming %s, a file with an empty content exists', async (naming) => {
  const config = {containers: {web: {image: 'a', files: {'/etc/app/empty': {content: ''}}}}};
  const {resources} = await generated('service', {config, naming});
  const map = resources.find(({kind}) => kind === 'ConfigMap');
  expect(Object.values((map?.['data'] ?? {}) as JsonObject)).toEqual(['']);
});

it('a network accepts a workload with labels', async () => {
  const workload = {id: '', name: 'web', selector: {a: 'b'}, ports: [], labels: {team: 'web'}};
  const {resources} = await generated('network', {config: {ports: [{port: 80}]}, naming: 'kusion', workload});
  expect(resources[0]).toMatchObject({metadata: {labels: {team: 'web'}}, spec: {selector: {a: 'b'}}});
});

it('the name of a port is never longer than 63 characters', async () => {
  const name = `shop-production-${'x'.repeat(38)}`;
  const {resources} = await generated('network', {config: {ports: [{port: 65_535}]}, naming: 'kusion', name});
  expect(jsonAt(resources[0] ?? {}, ['spec', 'ports', 0, 'name'])).toBe('tcp-65535');
});

it('two accessories of one module have objects with different names', async () => {
  const config = {ports: [{port: 80}]};
  const [one, other] = await Promise.all(
    ['web-network', 'web-admin'].map(async (name) => generated('network', {config, name})),
  );
  expect(jsonAt(one?.resources[0] ?? {}, ['metadata', 'name'])).toBe('web-network');
  expect(jsonAt(other?.resources[0] ?? {}, ['metadata', 'name'])).toBe('web-admin');
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
  const pod = await podOf(
    {
      livenessProbe: {tcp: {url: 'tcp://localhost:5432'}},
      readinessProbe: {http: {url: 'https://127.0.0.1/ready'}},
      startupProbe: {http: {url: 'http://db:80'}},
    },
    'short',
  );
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
