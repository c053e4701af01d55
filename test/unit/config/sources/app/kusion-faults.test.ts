import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {valuesOf} from '../../../../../src/app/workspace/workspace-values.ts';
import {findStack} from '../../../../../src/config/find-project.ts';
import {loadResources} from '../../../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../../../src/config/workspace-file.ts';
import {writeYaml} from '../../../../../src/config/yaml/write-yaml.ts';
import {GantryError} from '../../../../../src/core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../../../src/core/json.ts';
import {jsonAt} from '../../../../../src/core/json-at.ts';
import {describeModule} from '../../../../../src/core/module/describe-module.ts';
import type {Naming} from '../../../../../src/core/module/module.ts';
import {type AnyModule, runModule} from '../../../../../src/core/module/run-module.ts';
import {defined} from '../../../../../src/lib/defined.ts';
import {defineModule, z} from '../../../../../src/module.ts';
import type {OpenModule} from '../../../../../src/ports/modules.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

/**
 * The faults of Kusion's generators, each with an application that shows it there. A user of Gantry gets correct objects, or a message
 * at the line of the mistake.
 */
type Row = {
  readonly fault: string;
  /** gantry.app.yaml. */
  readonly application: string;
  /** The fields of the workspace besides its cluster. */
  readonly workspace?: JsonObject;
  readonly namings?: readonly Naming[];
  readonly shows: (built: Built) => void;
};

/** The objects of a stack with the application, or its problems. */
type Built = {
  readonly objects: readonly JsonObject[];
  readonly problems: readonly string[];
  readonly find: (kind: string, name?: string) => JsonObject;
  /** The sources of the values that are made once and then kept from the cluster, by their references. */
  readonly generated: Readonly<Record<string, string>>;
  /** The pod of the application. */
  readonly pod: JsonObject;
  readonly naming: Naming;
};

const BOTH: readonly Naming[] = ['short', 'kusion'];

/** An application with these fields of its container, or of its service, and accessories. */
const container = (fields: string): string => service(`containers: {web: {image: "nginx:1.28", ${fields}}}`);
const service = (fields: string, accessories = ''): string =>
  ['web:', '  workload:', '    service:', ...linesOf(fields, 6), ...accessoriesOf(accessories)].join('\n');
const accessoriesOf = (text: string): readonly string[] => (text === '' ? [] : ['  accessories:', ...linesOf(text, 4)]);
const linesOf = (text: string, indent: number): readonly string[] =>
  text.split('\n').map((line) => `${' '.repeat(indent)}${line}`);
const WEB = 'containers: {web: {image: "nginx:1.28"}}';

const listAt = (value: JsonObject, path: readonly (string | number)[]): readonly JsonObject[] =>
  (jsonAt(value, path) ?? []) as readonly JsonObject[];
const mapAt = (value: JsonObject, path: readonly string[]): JsonObject => (jsonAt(value, path) ?? {}) as JsonObject;
const mountsOf = (pod: JsonObject) => listAt(pod, ['containers', 0, 'volumeMounts']);
const volumesOf = (pod: JsonObject) => listAt(pod, ['volumes']);
const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

/** Returns every value of a field with this name, at any depth. */
function valuesNamed(value: Json, name: string): readonly Json[] {
  if (isList(value)) return value.flatMap((item) => valuesNamed(item, name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [...(key === name ? [part] : []), ...valuesNamed(part, name)]);
}

/** The requests that the module `probe` of the workspace got, and the module. */
const REQUESTS: JsonObject[] = [];
const PROBE: AnyModule = defineModule({
  name: 'probe',
  version: '1.0.0',
  description: 'A module that asks for one key of the context, and patches an object.',
  input: z.strictObject({patch: z.string().optional()}),
  context: ['team'],
  generate: (request) => {
    REQUESTS.push(request as unknown as JsonObject);
    const {patch} = request.config;
    return {
      resources: [{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: request.name}, data: request.context}],
      patches: patch === undefined ? [] : [{merge: {[patch]: {spec: {replicas: 2}}}}],
    };
  },
});

const ROWS: readonly Row[] = [
  {
    fault: 'two files in one directory are one mountPath twice, which the server refuses',
    application: container('files: {/etc/app/a: {content: a}, /etc/app/b: {content: b, mode: "0600"}}'),
    shows: ({pod}) => {
      expect(mountsOf(pod).map(({mountPath}) => mountPath)).toEqual(['/etc/app']);
      expect(valuesNamed(pod, 'path')).toEqual(['a', 'b']);
      expect(valuesNamed(pod, 'mode')).toEqual([0o644, 0o600]);
    },
  },
  {
    fault: 'two keys of one Secret are one volume name twice',
    application: container(
      'files: {/a/crt: {contentFrom: "secret://tls/crt"}, /b/key: {contentFrom: "secret://tls/key", mode: "0600"}}, dirs: {/c: "secret://tls"}',
    ),
    shows: ({pod}) => {
      const names = volumesOf(pod).map(({name}) => name);
      expect(unique(names)).toBe(true);
      expect(
        mountsOf(pod)
          .map(({mountPath}) => mountPath)
          .toSorted(),
      ).toEqual(expect.arrayContaining(['/c']));
      expect(mountsOf(pod)).toHaveLength(3);
      for (const {name} of mountsOf(pod)) expect(names).toContain(name);
    },
  },
  {
    fault: 'the mode "644" is parsed as decimal, and becomes 01204',
    application: container('files: {/etc/app/a: {content: a, mode: "644"}}'),
    shows: ({pod}) => {
      expect(new Set([...valuesNamed(pod, 'mode'), ...valuesNamed(pod, 'defaultMode')])).toEqual(new Set([0o644]));
    },
  },
  {
    fault: 'a file with empty content does not exist',
    application: container('files: {/etc/app/empty: {content: ""}}'),
    shows: ({objects, pod}) => {
      const maps = objects.filter(({kind}) => kind === 'ConfigMap').map(({data}) => Object.values(data as JsonObject));
      expect(maps).toEqual([['']]);
      expect(mountsOf(pod)).toHaveLength(1);
    },
  },
  {
    fault: 'the label of monitoring with the operator is on the Deployment, so that a ServiceMonitor selects nothing',
    application: service(WEB, 'network: {ports: [{port: 80, targetPort: 8080}]}\nmonitoring: {}'),
    workspace: {modules: {monitoring: {configs: {default: {operatorMode: true}}}}},
    shows: ({find}) => {
      const monitor = find('ServiceMonitor');
      expect(mapAt(find('Service'), ['metadata', 'labels'])).toMatchObject(
        mapAt(monitor, ['spec', 'selector', 'matchLabels']),
      );
    },
  },
  {
    fault: 'the label of monitoring with the operator is on the Deployment, so that a PodMonitor selects nothing',
    application: service(WEB, 'network: {ports: [{port: 80, targetPort: 8080}]}\nmonitoring: {}'),
    workspace: {modules: {monitoring: {configs: {default: {operatorMode: true, monitorType: 'Pod'}}}}},
    shows: ({find}) => {
      const labels = mapAt(find('Deployment'), ['spec', 'template', 'metadata', 'labels']);
      expect(labels).toMatchObject(mapAt(find('PodMonitor'), ['spec', 'selector', 'matchLabels']));
    },
  },
  {
    fault: 'the annotations of monitoring are on the Deployment, so that no pod is scraped',
    application: service(WEB, 'monitoring: {port: 9090, path: /stats}'),
    shows: ({find}) => {
      const deployment = find('Deployment');
      expect(mapAt(deployment, ['spec', 'template', 'metadata', 'annotations'])).toEqual({
        'prometheus.io/scrape': 'true',
        'prometheus.io/path': '/stats',
        'prometheus.io/port': '9090',
        'prometheus.io/scheme': 'http',
      });
      expect(jsonAt(deployment, ['metadata', 'annotations'])).toBeUndefined();
    },
  },
  {
    fault: 'network panics if the workload has labels',
    application: service(`${WEB}\nlabels: {team: web}`, 'network: {ports: [{port: 80}]}'),
    shows: ({find}) => {
      expect(find('Service')).toMatchObject({spec: {ports: [{port: 80}]}});
      expect(find('Deployment')).toMatchObject({metadata: {labels: {team: 'web'}}});
    },
  },
  {
    fault: 'the name of a port is longer than 63 characters',
    application: service(WEB, 'network: {ports: [{port: 65535}]}').replace('web:', `${'x'.repeat(40)}:`),
    shows: ({find}) => {
      for (const {name = ''} of listAt(find('Service'), ['spec', 'ports']))
        expect(String(name)).toMatch(/^(?:[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)?$/);
    },
  },
  {
    fault: 'the name of the port of a local database is cut, and ends with `-`',
    application: service(WEB, 'db: {module: mysql, type: local, version: "8.0"}'),
    workspace: {modules: {mysql: {configs: {default: {databaseName: 'orders-of-2026-x'}}}}},
    namings: ['kusion'],
    shows: ({find}) => {
      const ports = listAt(find('Deployment', 'orders-of-2026-x-db-local-deployment'), [
        'spec',
        'template',
        'spec',
        'containers',
        0,
        'ports',
      ]);
      expect(ports).toEqual([{name: 'orders-of-2026', containerPort: 3306}]);
    },
  },
  {
    fault: 'mysql with another user than root has no root password, and never starts',
    application: service(WEB, 'db: {module: mysql, version: "8.0"}'),
    workspace: {modules: {mysql: {configs: {default: {username: 'shop'}}}}},
    shows: ({objects, generated}) => {
      const env = objects.flatMap((one) => valuesNamed(one, 'env').flatMap((list) => list as readonly JsonObject[]));
      const ref = env.find(({name}) => name === 'MYSQL_ROOT_PASSWORD') ?? {};
      const {name, key} = mapAt(ref, ['valueFrom', 'secretKeyRef']);
      const secret = objects.find((one) => one['kind'] === 'Secret' && jsonAt(one, ['metadata', 'name']) === name);
      expect(generated[String(jsonAt(secret ?? {}, ['stringData', String(key)]))]).toMatch(/^web\/db\//);
    },
  },
  {
    fault: 'the password of a local database is the md5 of names, which can be guessed',
    application: service(WEB, 'db: {module: postgres, type: local, version: "17"}'),
    shows: ({objects, generated}) => {
      const secrets = objects.filter(({kind}) => kind === 'Secret');
      const passwords = new Set(secrets.flatMap((one) => valuesNamed(one, 'password')));
      expect([...passwords].map((one) => generated[String(one)])).toEqual(['web/db/password']);
    },
  },
  {
    fault: '`securityIPs` as a list panics, and by default everyone can reach a database of a cloud',
    application: service(WEB, 'db: {module: mysql, type: cloud, version: "8.0"}'),
    workspace: {modules: {mysql: {configs: {default: {securityIPs: ['10.0.0.0/8']}}}}},
    namings: ['short'],
    shows: ({problems, objects}) => {
      expect(problems).toEqual([]);
      const ingress = [expect.objectContaining({cidr_blocks: ['10.0.0.0/8'], from_port: 3306})];
      expect(objects).toContainEqual(expect.objectContaining({ingress}));
      expect(objects).toContainEqual(expect.objectContaining({engine: 'mysql', publicly_accessible: false}));
    },
  },
  {
    fault: 'random values are made again by every generation',
    application: service(`${WEB}\nsecrets: {login: {type: basic}, api: {type: token}}`),
    shows: ({find, generated}) => {
      const values = ['login', 'api'].flatMap((name) => Object.values(mapAt(find('Secret', name), ['stringData'])));
      expect(values).toHaveLength(3);
      expect(unique(values.map((one) => generated[String(one)]))).toBe(true);
      for (const one of values) expect(generated[String(one)]).toBeDefined();
    },
  },
  {
    fault: 'two accessories of one module collapse into one',
    application: service(WEB, 'orders: {module: postgres}\naudit: {module: postgres}'),
    namings: ['short'],
    shows: ({objects, find}) => {
      expect(objects.filter(({kind}) => kind === 'StatefulSet')).toHaveLength(2);
      const env = listAt(find('Deployment'), ['spec', 'template', 'spec', 'containers', 0, 'env']);
      expect(env.map(({name}) => name)).toEqual(expect.arrayContaining(['ORDERS_HOST', 'AUDIT_HOST']));
      expect(unique(env.map(({name}) => name))).toBe(true);
    },
  },
  {
    fault: 'two accessories of one module collapse into one, with the names of Kusion',
    application: service(WEB, 'orders: {module: postgres}\naudit: {module: postgres}'),
    namings: ['kusion'],
    shows: ({problems}) => {
      expect(problems[0]).toMatch(/^gantry\.app\.yaml:6 .* is defined twice, first in gantry\.app\.yaml:7$/);
    },
  },
  {
    fault: 'a module gets the whole context with its keys, which the log then contains',
    application: service(WEB, 'probe: {}'),
    workspace: {
      context: {kubeconfig_path: '/nowhere', team: 'web', access_token: 'ref://aws/token', region: 'eu'},
      modules: {probe: {path: '../probe'}},
    },
    shows: ({find}) => {
      expect(find('ConfigMap')['data']).toEqual({team: 'web'});
      const request = JSON.stringify(REQUESTS.at(-1));
      for (const other of ['kubeconfig', '/nowhere', 'ref://aws', 'region']) expect(request).not.toContain(other);
    },
  },
  {
    fault: 'a patch for an unknown id is skipped silently',
    application: service(WEB, 'probe: {patch: "apps/v1:Deployment:wbe"}'),
    workspace: {context: {kubeconfig_path: '/nowhere', team: 'web'}, modules: {probe: {path: '../probe'}}},
    shows: ({problems}) => {
      expect(problems).toEqual([expect.stringMatching(/^gantry\.app\.yaml:6 module probe: .*apps\/v1:Deployment:wbe/)]);
    },
  },
  {
    fault: 'a reference to a Secret without its key crashes',
    application: container('env: {A: "secret://only"}'),
    shows: ({problems}) => {
      expect(problems).toEqual([expect.stringMatching(/^gantry\.app\.yaml:4 .*secret:\/\/NAME\/KEY/)]);
    },
  },
  {
    fault: 'the ports of a service are dropped',
    application: service(`${WEB}\nports: [{port: 80, targetPort: 8080}]`),
    namings: ['short'],
    shows: ({find}) => {
      expect(listAt(find('Service'), ['spec', 'ports'])).toMatchObject([{port: 80, targetPort: 8080}]);
    },
  },
  {
    fault: '`labels` and `annotations` of an application are read by nobody',
    application: `${service(WEB)}\n  labels: {team: shop}\n  annotations: {docs: example.com}`,
    shows: ({find}) => {
      expect(find('Deployment')).toMatchObject({
        metadata: {labels: {team: 'shop'}, annotations: {docs: 'example.com'}},
      });
    },
  },
  {
    fault: '`terminationGracePeriod` of a probe is never used',
    application: container('livenessProbe: {tcp: {url: "tcp://localhost:8080"}, terminationGracePeriod: 20}'),
    shows: ({pod}) => {
      expect(valuesNamed(pod, 'terminationGracePeriodSeconds')).toEqual([20]);
    },
  },
];

it.each(ROWS.flatMap((row) => (row.namings ?? BOTH).map((naming) => ({...row, naming}))))(
  'Gantry does not have the fault of Kusion "$fault", with naming $naming',
  async ({application, workspace, naming, shows}) => {
    const input = {application, naming, ...defined({workspace})};
    const built = await build(input);
    shows(built);
    // The same files give the same bytes: no list has a random order, and no value is made again.
    expect(JSON.stringify(await build(input))).toBe(JSON.stringify(built));
  },
);

it('the pods of two stacks in one namespace are selected by their own stack only, with the short names', async () => {
  const application = service(`${WEB}\nports: [{port: 80}]`);
  const [one, other] = await Promise.all(['dev', 'test'].map((stack) => build({application, naming: 'short', stack})));
  const pods = mapAt(one?.find('Deployment') ?? {}, ['spec', 'template', 'metadata', 'labels']);
  expect(pods).toMatchObject(mapAt(one?.find('Service') ?? {}, ['spec', 'selector']));
  expect(pods).not.toMatchObject(mapAt(other?.find('Service') ?? {}, ['spec', 'selector']));
});

type Build = Pick<Row, 'application' | 'workspace'> & {readonly naming: Naming; readonly stack?: string};

async function build({application, workspace, naming, stack = 'dev'}: Build): Promise<Built> {
  const dir = await scratchDirectory();
  const file = join(dir, 'workspaces/prod.yaml');
  mkdirSync(join(dir, 'workspaces'));
  writeFileSync(join(dir, 'project.yaml'), 'name: shop\n');
  writeFileSync(
    join(dir, 'stack.yaml'),
    `name: ${stack}\nsources: [{app: {file: gantry.app.yaml, naming: ${naming}}}]\nnamespace: shop\n`,
  );
  writeFileSync(join(dir, 'gantry.app.yaml'), `${application}\n`);
  writeFileSync(file, writeYaml({context: {kubeconfig_path: '/nowhere'}, ...workspace}));
  const modules: OpenModule = async () => ({
    integrity: 'sha512-',
    describe: async () => describeModule(PROBE),
    run: (use) => runModule(PROBE, use),
  });
  const source = {env: {}, home: '/nowhere', signal: new AbortController().signal, modules};
  const values = valuesOf({...(await loadWorkspaceFile(file)), name: 'prod', place: 'file', file});
  try {
    const {resources, generated: groups = []} = await loadResources(await findStack({directory: dir}), {
      tools: {source: (kind) => kind.open(source)},
      workspace: values,
    });
    const objects = resources.map(({attributes}) => attributes);
    return builtOf({
      objects,
      generated: groups.flatMap(({leaves, source: from}) => [...leaves.keys()].map((one) => [one, from] as const)),
      naming,
    });
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    const problems = error.failure.diagnostics.map(({message, at}) =>
      `${at?.file ?? ''}:${at?.line ?? 0} ${message}`.replaceAll(/[^ ]*gantry-test-[^/]*\//g, ''),
    );
    return builtOf({problems, naming});
  }
}

type Outcome = Pick<Built, 'naming'> &
  Partial<Pick<Built, 'objects' | 'problems'>> & {readonly generated?: readonly (readonly [string, string])[]};

function builtOf({objects = [], problems = [], generated = [], naming}: Outcome): Built {
  const find = (kind: string, name?: string): JsonObject =>
    objects.find((one) => one['kind'] === kind && (name === undefined || jsonAt(one, ['metadata', 'name']) === name)) ??
    {};
  const deployment = find('Deployment', naming === 'short' ? 'web' : 'shop-dev-web');
  return {
    objects,
    problems,
    generated: Object.fromEntries(generated),
    find,
    naming,
    pod: mapAt(deployment, ['spec', 'template', 'spec']),
  };
}
