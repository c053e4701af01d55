import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {generatedValueIn} from '../../../src/core/module/generated-value.ts';
import {idOfObject} from '../../../src/core/resource/id.ts';
import {MODULES} from '../../../src/registry/modules.ts';
import {generated} from './request.ts';

const WORKLOAD = {id: 'apps/v1:Deployment:web', name: 'web', selector: {a: 'b'}, ports: []};
const USE = {accessory: 'own', name: 'web-own', workload: WORKLOAD} as const;
const problemsOf = (module: keyof typeof MODULES, config: JsonObject) =>
  MODULES[module]?.input.safeParse(config).error?.issues.map(({message}) => message) ?? [];

describe('configuration', () => {
  it('a configuration is a ConfigMap, its keys are variables, and a change restarts the pods', async () => {
    const {resources, patches, outputs} = await generated('configuration', {...USE, config: {data: {B: '1', A: '2'}}});
    expect(resources).toMatchObject([{kind: 'ConfigMap', metadata: {name: 'web-own'}, data: {A: '2', B: '1'}}]);
    const from = (key: string) => ({name: key, value: {configMapKeyRef: {name: 'web-own', key}}});
    expect(patches).toEqual([{env: [from('A'), from('B')], annotations: {'gantry.dev/restart-on-change': 'true'}}]);
    expect(outputs).toEqual({name: 'web-own'});
  });

  it('a key that cannot be a variable needs `env: false`', async () => {
    const config = {data: {'1.json': '{}'}};
    await expect(generated('configuration', {...USE, config})).rejects.toThrow('the key `1.json` cannot be a variable');
    const {patches} = await generated('configuration', {...USE, config: {...config, env: false}});
    expect(patches).toEqual([]);
  });

  it('a Job does not get the annotation for restarts', async () => {
    const workload = {...WORKLOAD, id: 'batch/v1:Job:web'};
    const {patches} = await generated('configuration', {...USE, workload, config: {data: {A: '1'}}});
    expect(Object.keys(patches?.[0] ?? {})).toEqual(['env']);
  });
});

describe('secret', () => {
  const secretOf = async (config: JsonObject) => (await generated('secret', {...USE, config})).resources[0] ?? {};

  it.each([
    {type: 'basic', data: {}, kubernetes: 'kubernetes.io/basic-auth', made: ['username', 'password']},
    {type: 'basic', data: {username: 'web'}, kubernetes: 'kubernetes.io/basic-auth', made: ['password']},
    {type: 'token', data: {}, kubernetes: 'Opaque', made: ['token']},
    {type: 'token', data: {token: 'ref://api/token'}, kubernetes: 'Opaque', made: []},
    {type: 'opaque', data: {a: 'b'}, kubernetes: 'Opaque', made: []},
    {type: 'external', data: {a: 'ref://api/token'}, kubernetes: 'Opaque', made: []},
    {
      type: 'certificate',
      data: {'tls.crt': 'ref://tls/crt', 'tls.key': 'ref://tls/key'},
      kubernetes: 'kubernetes.io/tls',
      made: [],
    },
  ])('a Secret of the type $type with $data has the type $kubernetes and generates $made', async (one) => {
    const secret = await secretOf({type: one.type, data: one.data});
    expect(secret).toMatchObject({type: one.kubernetes, stringData: one.data});
    const values = Object.entries(secret['stringData'] as Readonly<Record<string, string>>);
    expect(values.filter(([, value]) => generatedValueIn(value) !== undefined).map(([key]) => key)).toEqual(one.made);
  });

  it.each([
    {config: {type: 'external', data: {a: 'plain'}}, want: 'must be a reference to the secret store'},
    {config: {type: 'external'}, want: 'needs `data`'},
    {config: {type: 'opaque'}, want: 'needs `data`'},
    {config: {type: 'certificate', data: {'tls.crt': 'a'}}, want: 'needs `tls.key`'},
    {config: {type: 'basic', data: {user: 'a'}}, want: 'has the keys username, password'},
    {config: {type: 'opaque', data: {'a b': 'c'}}, want: 'Invalid key'},
  ])('the Secret $config is refused', ({config, want}) => {
    expect(problemsOf('secret', config as unknown as JsonObject).join()).toContain(want);
  });

  it('the Secrets of a workload have the names that the application gives them', async () => {
    const config = {containers: {web: {image: 'a'}}, secrets: {api: {type: 'token'}, login: {type: 'basic'}}};
    for (const naming of ['short', 'kusion'] as const) {
      const {resources} = await generated('service', {config, naming});
      const secrets = resources.filter(({kind}) => kind === 'Secret');
      expect(secrets.map((one) => jsonAt(one, ['metadata', 'name']))).toEqual(['api', 'login']);
      // Two values of a workload are never one value.
      const names = secrets.flatMap((one) => Object.values(one['stringData'] as Readonly<Record<string, string>>));
      expect(new Set(names).size).toBe(3);
    }
  });
});

describe('registry', () => {
  const config = {server: 'ghcr.io', username: 'robot', password: 'ref://registry/token'};

  it('a registry is a Secret with which the pods pull images', async () => {
    const {resources, patches} = await generated('registry', {...USE, config});
    expect(resources[0]).toMatchObject({type: 'kubernetes.io/dockerconfigjson', metadata: {name: 'web-own'}});
    expect(patches).toEqual([{imagePullSecrets: ['web-own']}]);
  });

  it.each(['server', 'username', 'password'])(
    'the field %s of a registry comes from the application or the platform',
    async (field) => {
      const {[field]: value = '', ...others} = config as JsonObject;
      await expect(generated('registry', {...USE, config: others})).rejects.toThrow(`\`${field}\` is missing`);
      const {resources} = await generated('registry', {...USE, config: others, platform: {[field]: value}});
      expect(resources).toHaveLength(1);
    },
  );

  it('a password in plain text is refused', () => {
    expect(problemsOf('registry', {...config, password: 'hunter2'})).toEqual([
      'must be a reference to the secret store, for example ref://registry/token',
    ]);
  });
});

describe('network', () => {
  const ports = [
    {port: 80, targetPort: 8080},
    {port: 443, public: true},
  ];

  it('a route sends all requests to the first port, through the Gateway of the platform', async () => {
    const {resources} = await generated('network', {
      ...USE,
      config: {ports, gateway: {hostnames: ['shop.example.com']}},
      platform: {defaultGateway: {name: 'public', namespace: 'gateways', section: 'https'}},
    });
    expect(resources.find(({kind}) => kind === 'HTTPRoute')).toMatchObject({
      apiVersion: 'gateway.networking.k8s.io/v1',
      metadata: {name: 'web-own'},
      spec: {
        parentRefs: [{kind: 'Gateway', name: 'public', namespace: 'gateways', sectionName: 'https'}],
        hostnames: ['shop.example.com'],
        rules: [{backendRefs: [{group: '', kind: 'Service', name: 'web-own', port: 80}]}],
      },
    });
  });

  it('an application without `gateway` has no route, although the platform has a Gateway', async () => {
    const {resources} = await generated('network', {
      ...USE,
      config: {ports},
      platform: {defaultGateway: {name: 'public'}},
    });
    expect(resources.map(idOfObject)).toEqual(['v1:Service:web-own', 'v1:Service:web-own-public']);
  });

  it('rules of a route name the Service of each port, and keep a backend with a name', async () => {
    const rules = [{backendRefs: [{port: 443}, {name: 'other', port: 9}]}, {filters: []}];
    const {resources} = await generated('network', {...USE, config: {ports, gateway: {name: 'own', rules}}});
    const route = resources.find(({kind}) => kind === 'HTTPRoute') ?? {};
    expect(jsonAt(route, ['spec', 'parentRefs', 0, 'name'])).toBe('own');
    expect(jsonAt(route, ['spec', 'rules'])).toEqual([
      {
        backendRefs: [
          {group: '', kind: 'Service', name: 'web-own-public', port: 443},
          {name: 'other', port: 9},
        ],
      },
      {filters: []},
    ]);
  });

  it('the fault of a route without a Gateway names the settings for it', async () => {
    await expect(generated('network', {...USE, config: {ports, gateway: {}}})).rejects.toThrow(
      '`gateway.name` is missing',
    );
  });

  it.each([
    {gateway: {port: 81}, want: 'a backend has the port 81 without a name, and no Service has that port'},
    {gateway: {rules: [{backendRefs: [{port: 82}]}]}, want: 'a backend has the port 82'},
    {gateway: {port: 80, rules: []}, want: '`port` and `rules` exclude each other'},
    {gateway: {hostnames: ['http://a']}, want: 'must be a host name'},
  ])('the route $gateway is refused', ({gateway, want}) => {
    expect(problemsOf('network', {ports, gateway}).join()).toContain(want);
  });
});
