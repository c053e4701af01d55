import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {generatedValueIn} from '../../../src/core/module/generated-value.ts';
import type {Generated} from '../../../src/core/module/module.ts';
import {idOfObject} from '../../../src/core/resource/id.ts';
import {MODULES} from '../../../src/registry/modules.ts';
import {generated} from './request.ts';

const find = ({resources}: Generated, kind: string): JsonObject => {
  const found = resources.find((one) => one['kind'] === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const dataOf = (secret: JsonObject) => secret['stringData'] as Readonly<Record<string, string>>;
const variablesOf = (object: JsonObject) =>
  Object.fromEntries(
    (jsonAt(object, ['spec', 'template', 'spec', 'containers', 0, 'env']) as readonly JsonObject[]).map((one) => [
      one['name'],
      jsonAt(one, ['valueFrom', 'secretKeyRef', 'key']) ?? one['value'],
    ]),
  );

describe.each(['postgres', 'mysql', 'redis'] as const)('%s', (module) => {
  it('a store has a StatefulSet, a Service, a Secret and a PVC with one name', async () => {
    const {resources} = await generated(module, {config: {}, name: 'web-db', accessory: 'db'});
    expect(resources.map(idOfObject)).toEqual([
      'apps/v1:StatefulSet:web-db',
      'v1:Service:web-db',
      'v1:Secret:web-db',
      'v1:PersistentVolumeClaim:web-db',
    ]);
  });

  it('only its own Service selects a store, and no Service of the workload', async () => {
    const made = await generated(module, {config: {}, name: 'web-db', accessory: 'db'});
    const pods = jsonAt(find(made, 'StatefulSet'), ['spec', 'template', 'metadata', 'labels']) as JsonObject;
    expect(pods).toMatchObject(jsonAt(find(made, 'Service'), ['spec', 'selector']) as JsonObject);
    expect(pods).toMatchObject(jsonAt(find(made, 'StatefulSet'), ['spec', 'selector', 'matchLabels']) as JsonObject);
    const {workload} = await generated('service', {config: {containers: {web: {image: 'a'}}}});
    expect(pods).not.toMatchObject(workload?.selector ?? {});
  });

  it('a store has a generated password that cannot be guessed, and no password in another object', async () => {
    const made = await generated(module, {config: {}, name: 'web-db', accessory: 'db'});
    const {password = ''} = dataOf(find(made, 'Secret'));
    expect(generatedValueIn(password)).toMatchObject({value: {name: 'password', length: 24}});
    expect(JSON.stringify([find(made, 'StatefulSet'), made.patches, made.outputs])).not.toContain('ref://');
  });

  it('a store gives the workload its address, and its password as a key of its Secret', async () => {
    const {patches, outputs} = await generated(module, {config: {}, name: 'web-my-db', accessory: 'my-db'});
    const env = patches?.flatMap((patch) => patch.env ?? []) ?? [];
    expect(env).toContainEqual({name: 'MY_DB_HOST', value: 'web-my-db'});
    expect(env).toContainEqual({name: 'MY_DB_PASSWORD', value: 'secret://web-my-db/password'});
    expect(outputs).toMatchObject({host: 'web-my-db', secret: 'web-my-db', port: expect.any(Number) as number});
  });

  it('a store is ready when it accepts connections, and runs without root', async () => {
    const made = await generated(module, {config: {}, name: 'web-db', accessory: 'db'});
    const pod = jsonAt(find(made, 'StatefulSet'), ['spec', 'template', 'spec']) as JsonObject;
    expect(jsonAt(pod, ['containers', 0, 'readinessProbe', 'exec', 'command'])).toBeDefined();
    expect(pod).toMatchObject({securityContext: {runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}}});
  });

  it.each([
    {size: 20, want: '20Gi'},
    {size: '500Mi', want: '500Mi'},
    {size: undefined, want: '10Gi'},
  ])('a store with the size $size has a PVC of $want', async ({size, want}) => {
    const made = await generated(module, {config: size === undefined ? {} : {size}, name: 'web-db', accessory: 'db'});
    expect(jsonAt(find(made, 'PersistentVolumeClaim'), ['spec', 'resources', 'requests', 'storage'])).toBe(want);
  });

  it.each([{version: 'a b'}, {size: 'big'}, {size: 0}, {prots: 1}])('the fields %j are refused', (config) => {
    expect(MODULES[module]?.input.safeParse(config).success).toBe(false);
  });
});

it.each(['short', 'kusion'] as const)(
  'with naming %s, mysql with another user than root also has a root password',
  async (naming) => {
    const made = await generated('mysql', {config: {username: 'shop'}, naming, name: 'web-db', accessory: 'db'});
    const variables = variablesOf(find(made, naming === 'short' ? 'StatefulSet' : 'Deployment'));
    expect(variables).toMatchObject({
      MYSQL_USER: 'shop',
      MYSQL_PASSWORD: 'password',
      MYSQL_ROOT_PASSWORD: 'root-password',
    });
    const data = dataOf(find(made, 'Secret'));
    expect(generatedValueIn(data['root-password'] ?? '')).toMatchObject({value: {name: 'root-password'}});
    expect(generatedValueIn(data['password'] ?? '')).toMatchObject({value: {name: 'password'}});
  },
);

it.each(['short', 'kusion'] as const)('with naming %s, mysql with the user root creates no user', async (naming) => {
  const made = await generated('mysql', {config: {username: 'root'}, naming, name: 'web-db', accessory: 'db'});
  const variables = variablesOf(find(made, naming === 'short' ? 'StatefulSet' : 'Deployment'));
  expect(variables).toMatchObject({MYSQL_ROOT_PASSWORD: 'password'});
  expect(variables).not.toHaveProperty('MYSQL_USER');
});

it.each([
  {version: '16', directory: '/var/lib/postgresql/data', uid: 999},
  {version: '17-alpine', directory: '/var/lib/postgresql/data', uid: 70},
  {version: '18.1', directory: '/var/lib/postgresql', uid: 999},
  {version: 'latest', directory: '/var/lib/postgresql', uid: 999},
])('postgres $version keeps its data in the volume', async ({version, directory, uid}) => {
  const made = await generated('postgres', {config: {version}, name: 'web-db', accessory: 'db'});
  const pod = jsonAt(find(made, 'StatefulSet'), ['spec', 'template', 'spec']) as JsonObject;
  expect(jsonAt(pod, ['containers', 0, 'volumeMounts', 0, 'mountPath'])).toBe(directory);
  // The place in the volume is the same, so that a later version finds the data of an earlier one and does not begin with an empty database.
  expect(variablesOf(find(made, 'StatefulSet'))['PGDATA']).toBe(`${directory}/pgdata`);
  expect(jsonAt(pod, ['securityContext', 'runAsUser'])).toBe(uid);
});

it('two databases of one module have different objects and variables', async () => {
  const [one, other] = await Promise.all(
    ['db', 'audit'].map(async (accessory) => generated('postgres', {config: {}, name: `web-${accessory}`, accessory})),
  );
  const ids = [...(one?.resources ?? []), ...(other?.resources ?? [])].map(idOfObject);
  expect(new Set(ids).size).toBe(8);
  const names = [one, other].flatMap((made) => made?.patches?.flatMap(({env = []}) => env.map(({name}) => name)) ?? []);
  expect(new Set(names).size).toBe(10);
});

describe('with the names of Kusion', () => {
  const labels = {accessory: 'shop-dev-web-mysql'};
  const metadata = (name: string, more: JsonObject = {}) => ({name, namespace: 'shop', ...more});
  const password = 'ref://module.generated/password';
  const fromKey = (name: string, secret: string, key: string) => ({
    name,
    valueFrom: {secretKeyRef: {name: secret, key}},
  });

  it('mysql has the objects and variables of Kusion', async () => {
    const made = await generated('mysql', {
      config: {version: '8.0', username: 'root', size: 20, type: 'local'},
      naming: 'kusion',
      accessory: 'mysql',
    });
    const name = 'shop-dev-web-mysql';
    const text = JSON.stringify(made.resources).replaceAll(/(module\.generated\/[a-z-]+)\?[^"]*/g, '$1');
    expect(JSON.parse(text)).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: metadata(`${name}-db-local-deployment`),
        spec: {
          selector: {matchLabels: labels},
          template: {
            metadata: {labels},
            spec: {
              containers: [
                {
                  name,
                  image: 'mysql:8.0',
                  env: [fromKey('MYSQL_ROOT_PASSWORD', `${name}-db-local-secret`, 'password')],
                  ports: [{name: 'shop-dev-web-my', containerPort: 3306}],
                  volumeMounts: [{name, mountPath: '/var/lib/mysql'}],
                },
              ],
              volumes: [{name, persistentVolumeClaim: {claimName: `${name}-db-local-pvc`}}],
            },
          },
        },
      },
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: metadata(`${name}-db-local-service`, {labels}),
        spec: {clusterIP: 'None', ports: [{port: 3306}], selector: labels},
      },
      {apiVersion: 'v1', kind: 'Secret', metadata: metadata(`${name}-db-local-secret`), stringData: {password}},
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: metadata(`${name}-mysql`),
        stringData: {hostAddress: `${name}-db-local-service`, username: 'root', password},
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: metadata(`${name}-db-local-pvc`, {labels}),
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '20Gi'}}},
      },
    ]);
    expect(made.patches).toEqual([
      {
        env: [
          {name: 'KUSION_DB_HOST_SHOP_DEV_WEB_MYSQL', value: `secret://${name}-mysql/hostAddress`},
          {name: 'KUSION_DB_USERNAME_SHOP_DEV_WEB_MYSQL', value: `secret://${name}-mysql/username`},
          {name: 'KUSION_DB_PASSWORD_SHOP_DEV_WEB_MYSQL', value: `secret://${name}-mysql/password`},
        ],
      },
    ]);
  });

  it('postgres has the variables of Kusion, and the name of the database that the workspace sets', async () => {
    const made = await generated('postgres', {
      config: {version: '14'},
      platform: {databaseName: 'orders'},
      naming: 'kusion',
      accessory: 'db',
    });
    expect(made.resources.map(idOfObject)).toEqual([
      'apps/v1:Deployment:shop:orders-db-local-deployment',
      'v1:Service:shop:orders-db-local-service',
      'v1:Secret:shop:orders-db-local-secret',
      'v1:Secret:shop:orders-postgres',
      'v1:PersistentVolumeClaim:shop:orders-db-local-pvc',
    ]);
    expect(variablesOf(find(made, 'Deployment'))).toEqual({
      POSTGRES_USER: 'username',
      POSTGRES_PASSWORD: 'password',
      POSTGRES_DB: 'database',
    });
    expect(made.patches?.[0]?.env?.map(({name}) => name)).toEqual([
      'KUSION_DB_HOST_ORDERS',
      'KUSION_DB_USERNAME_ORDERS',
      'KUSION_DB_PASSWORD_ORDERS',
    ]);
  });

  it('the resources and the StorageClass of the platform are not lost', async () => {
    const platform = {resources: {cpu: '1'}, storageClass: 'fast'};
    const made = await generated('mysql', {config: {}, platform, naming: 'kusion', accessory: 'db'});
    const container = jsonAt(find(made, 'Deployment'), ['spec', 'template', 'spec', 'containers', 0]);
    expect(container).toMatchObject({resources: {limits: {cpu: '1'}}});
    expect(find(made, 'PersistentVolumeClaim')).toMatchObject({spec: {storageClassName: 'fast'}});
  });

  it('`databaseName` is refused without the names of Kusion', async () => {
    const made = generated('mysql', {config: {}, platform: {databaseName: 'orders'}, accessory: 'db'});
    await expect(made).rejects.toThrow('`databaseName` is only for `naming: kusion`');
  });

  it.each([
    {name: 'orders-of-2026-x', port: 'orders-of-2026'},
    {name: 'my--database', port: 'my-database'},
    {name: '12345', port: 'db'},
  ])('the port of the database $name has the valid name $port', async ({name, port}) => {
    const made = await generated('mysql', {
      config: {},
      platform: {databaseName: name},
      naming: 'kusion',
      accessory: 'db',
    });
    const path = ['spec', 'template', 'spec', 'containers', 0, 'ports', 0, 'name'];
    expect(jsonAt(find(made, 'Deployment'), path)).toBe(port);
  });
});
