import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {jsonAt} from '../../src/core/json-at.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

/** A module of the workspace with a generated value. */
const KEYS = `import {defineModule, generated, z} from 'gantry/module';

export default defineModule({
  name: 'keys',
  version: '1.0.0',
  description: 'A Secret with a generated key.',
  input: z.strictObject({length: z.int(), field: z.string().default('stringData')}),
  generate: ({name, config}) => ({
    resources: [
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name},
        [config.field]: {key: generated('key', {length: config.length, alphabet: 'abcdef0123456789'})},
      },
    ],
  }),
});
`;

const APPLICATION = `web:
  workload:
    service:
      containers: {web: {image: "nginx:1.28", env: {URL: "postgres://$(DB_USERNAME):$(DB_PASSWORD)@$(DB_HOST)/app"}}}
      ports: [{port: 80}]
  accessories:
    db: {module: postgres, size: 1Gi}
    store: {module: keys, length: 64}
`;

/** An application of Score, with the placeholders of a database in its variables. */
const SCORE = `apiVersion: score.dev/v1b1
metadata: {name: web}
containers:
  web:
    image: nginx:1.28
    variables:
      URL: "postgres://\${resources.db.username}:\${resources.db.password}@\${resources.db.host}:\${resources.db.port}/\${resources.db.name}"
      PASSWORD: "\${resources.db.password}"
resources:
  db: {type: postgres, params: {size: 1Gi}}
`;

/** The objects that Kusion makes for a service with a MySQL database. */
function kusionObjects(password: string): readonly JsonObject[] {
  const [app, db] = ['shop-dev-web', 'shop-dev-web-mysql'];
  const labels = {'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'shop'};
  const own = {accessory: db};
  const fromKey = (name: string, secret: string, key: string) => ({
    name,
    valueFrom: {secretKeyRef: {name: secret, key}},
  });
  const variable = (part: string, key: string) => fromKey(`KUSION_DB_${part}_SHOP_DEV_WEB_MYSQL`, `${db}-mysql`, key);
  const env = [variable('HOST', 'hostAddress'), variable('USERNAME', 'username'), variable('PASSWORD', 'password')];
  const pod = {
    containers: [
      {
        name: db,
        image: 'mysql:8.0',
        env: [fromKey('MYSQL_ROOT_PASSWORD', `${db}-db-local-secret`, 'password')],
        ports: [{name: 'shop-dev-web-my', containerPort: 3306}],
        volumeMounts: [{name: db, mountPath: '/var/lib/mysql'}],
      },
    ],
    volumes: [{name: db, persistentVolumeClaim: {claimName: `${db}-db-local-pvc`}}],
  };
  const workload = (
    name: string,
    matchLabels: JsonObject,
    spec: JsonObject,
    metadata: JsonObject = {},
  ): JsonObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name, ...metadata},
    spec: {selector: {matchLabels}, template: {metadata: {labels: matchLabels}, spec}},
  });
  const core = (kind: string, name: string, body: JsonObject, metadata: JsonObject = {}): JsonObject => ({
    apiVersion: 'v1',
    kind,
    metadata: {name, ...metadata},
    ...body,
  });
  const service = `${db}-db-local-service`;
  return [
    workload(app, labels, {containers: [{name: 'web', image: 'nginx:1.28', env}]}, {labels}),
    workload(`${db}-db-local-deployment`, own, pod),
    core('Service', service, {spec: {clusterIP: 'None', ports: [{port: 3306}], selector: own}}, {labels: own}),
    core('Secret', `${db}-db-local-secret`, {stringData: {password}}),
    core('Secret', `${db}-mysql`, {stringData: {hostAddress: service, username: 'root', password}}),
    core(
      'PersistentVolumeClaim',
      `${db}-db-local-pvc`,
      {spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '20Gi'}}}},
      {labels: own},
    ),
  ];
}

onCluster('generated values of modules', (cluster) => {
  async function scene(application = APPLICATION) {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace},
        'gantry.app.yaml': application,
        'modules/keys/module.ts': KEYS,
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          modules: {keys: {path: '../modules/keys'}},
        },
      },
    });
    const secret = (name: string) => ({apiVersion: 'v1', kind: 'Secret', namespace, name});
    const valueOf = async (name: string, key: string) => {
      const value = jsonAt((await cluster.get(secret(name))) ?? {}, ['data', key]);
      return typeof value === 'string' ? Buffer.from(value, 'base64').toString() : '';
    };
    const values = async () => ({
      password: await valueOf('web-db', 'password'),
      key: await valueOf('web-store', 'key'),
    });
    const preview = async (...args: string[]) => (await stack.json<Plan>(['preview', ...args])).document;
    return {stack, namespace, secret, values, preview};
  }
  const flags = ['--no-wait'];

  it('a generated value is the same after five applies, and Gantry never writes or prints it', async () => {
    const {stack, namespace, values} = await scene();
    await applied(stack, flags);
    const first = await values();
    expect(first.password).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(first.key).toMatch(/^[a-f0-9]{64}$/);
    for (const image of ['nginx:1.29', 'nginx:1.30', 'nginx:1.31', 'nginx:1.32']) {
      await stack.write({'gantry.app.yaml': APPLICATION.replace('nginx:1.28', image)});
      await applied(stack, flags);
      expect(await values()).toEqual(first);
    }
    expect(await pendingChanges(stack)).toEqual([]);
    const plan = join(stack.dir, 'plan.json');
    await stack.write({'gantry.app.yaml': APPLICATION});
    const drift = await stack.gantry(['drift']);
    expect(drift, drift.stdout).toMatchObject({code: 0});
    const printed = await runAll(stack, [['build'], ['preview', '-v'], ['release', 'show']], [['-o', 'json']]);
    const saved = await stack.gantry(['preview', '--save', plan]);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    await expectNoLeak(stack, printed, first);
    const written = await everythingWritten(stack.dir);
    expect([...written].flatMap(([, text]) => leaks(text, first))).toEqual([]);
    const pvc = `v1:PersistentVolumeClaim:${namespace}:web-db`;
    await destroyed(stack, ['--allow-delete', 'all', '--allow-data-loss', pvc, ...flags]);
  });

  it('a Score file uses a generated password in its variables, and no file, plan or release contains it', async () => {
    const {stack, namespace, secret} = await scene();
    await stack.write({
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{app: 'score.yaml'}]},
      'score.yaml': SCORE,
    });
    await applied(stack, flags);
    const data = jsonAt((await cluster.get(secret('web-db'))) ?? {}, ['data', 'password']);
    const password = Buffer.from(String(data), 'base64').toString();
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
    const deployment = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
    const env = jsonAt(deployment ?? {}, ['spec', 'template', 'spec', 'containers', 0, 'env']) as readonly JsonObject[];
    expect(env.slice(-3)).toEqual([
      {name: 'DB_PASSWORD', valueFrom: {secretKeyRef: {name: 'web-db', key: 'password'}}},
      {name: 'URL', value: 'postgres://web:$(DB_PASSWORD)@web-db:5432/web'},
      {name: 'PASSWORD', valueFrom: {secretKeyRef: {name: 'web-db', key: 'password'}}},
    ]);
    expect(await pendingChanges(stack)).toEqual([]);
    const printed = await runAll(stack, [['build'], ['preview', '-v'], ['release', 'show']], [['-o', 'json']]);
    await expectNoLeak(stack, printed, {password});
  });

  it('a deleted Secret gets a new value, the plan shows the reason, and other Secrets keep their values', async () => {
    const {stack, namespace, secret, values, preview} = await scene();
    await applied(stack, flags);
    const first = await values();
    await cluster.delete(secret('web-db'));
    const lost = await preview();
    expect(lost.diagnostics).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        message: `all generated values of web/db/password are new, because the cluster has no stringData.password of v1:Secret:${namespace}:web-db`,
      }),
    );
    await applied(stack, flags);
    const second = await values();
    expect(second.password).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(second.password).not.toBe(first.password);
    expect(second.key).toBe(first.key);
    expect(await pendingChanges(stack)).toEqual([]);

    const renewed = await stack.gantry(['apply', '--yes', ...flags, '--regenerate', 'web/store/key']);
    expect(renewed, renewed.stderr).toMatchObject({code: 0});
    const third = await values();
    expect(third.key).not.toBe(second.key);
    expect(third.password).toBe(second.password);
  });

  it('a generated value stays the same after its form changes, and a saved plan applies the value of its creation', async () => {
    const {stack, values, preview} = await scene();
    const plan = join(stack.dir, 'plan.json');
    const made = await stack.gantry(['preview', '--save', plan]);
    expect(made, made.stderr).toMatchObject({code: 0});
    const ran = await stack.gantry(['apply', plan, '--yes', ...flags]);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const first = await values();
    await stack.write({'gantry.app.yaml': APPLICATION.replace('length: 64', 'length: 32').replace('1.28', '1.29')});
    const plan2 = await preview();
    expect(plan2.diagnostics).toContainEqual(
      expect.objectContaining({
        severity: 'note',
        message:
          'the generated values of web/store/key stay as they are in the cluster, although its length or its alphabet changed since they were generated',
      }),
    );
    await applied(stack, flags);
    expect(await values()).toEqual(first);
  });

  it('a database that Kusion created keeps its password, and nothing changes', async () => {
    const {stack, namespace, preview} = await scene();
    const use = (source: JsonObject) =>
      stack.write({'stack.yaml': {name: 'dev', workspace: 'test', namespace, sources: [source]}});
    await stack.write({
      'project.yaml': {name: 'shop'},
      'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: kusionObjects('0123456789abcdef')},
      'gantry.app.yaml': {
        web: {
          workload: {_type: 'service.Service', containers: {web: {image: 'nginx:1.28'}}},
          accessories: {mysql: {_type: 'mysql.MySQL', type: 'local', version: '8.0'}},
        },
      },
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: cluster.kubeconfigPath},
        modules: {mysql: {configs: {default: {username: 'root', size: 20}}}},
      },
    });
    await use({manifests: 'manifests/*'});
    await applied(stack, flags);
    await use({app: {file: 'gantry.app.yaml', naming: 'kusion'}});
    const {changes} = await preview();
    expect(changes.map(({id}) => id.split(':')[1]).toSorted()).toEqual([
      'Deployment',
      'Deployment',
      'PersistentVolumeClaim',
      'Secret',
      'Secret',
      'Service',
    ]);
    for (const {id, action, fields} of changes) expect([action, fields], id).toEqual(['unchanged', []]);
  });

  it.each([{use: 'length: 64, field: data', message: 'must be a field of `stringData` of a Secret'}])(
    'a generated value with $use is refused at its accessory',
    async ({use, message}) => {
      const {stack} = await scene(APPLICATION.replace('length: 64', use));
      const {code, stderr} = await stack.gantry(['build']);
      expect(code).toBe(3);
      expect(stderr).toContain(message);
      expect(stderr).toContain('gantry.app.yaml:8:12: error: ');
    },
  );
});
