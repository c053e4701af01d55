import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {generatedValueIn} from '../../../src/core/module/generated-value.ts';
import type {Generated} from '../../../src/core/module/module.ts';
import {MODULES} from '../../../src/registry/modules.ts';
import {generated, type Use} from './request.ts';

const DB: Use = {config: {type: 'cloud'}, namespace: 'shop', accessory: 'db', name: 'web-db'};
const AWS = {provider: 'hashicorp/aws/5.100.0', region: 'eu-west-1'};

const of = ({resources}: Generated, type: string, name?: string): JsonObject => {
  const found = resources.find(({id}) => String(id).startsWith(`hashicorp:aws:${type}:${name ?? ''}`));
  expect(found, `${type} in ${resources.map(({id, kind}) => id ?? kind).join(', ')}`).toBeDefined();
  return found ?? {};
};

const variablesOf = ({patches = []}: Generated) =>
  Object.fromEntries(patches.flatMap(({env = []}) => env.map(({name, value}) => [name, value])));

describe('databases of AWS', () => {
  it.each([
    {module: 'postgres', engine: 'postgres', port: 5432},
    {module: 'mysql', engine: 'mysql', port: 3306},
  ])('$module gets its password from a Secret, and the containers its address', async ({module, engine, port}) => {
    const made = await generated(module, {...DB, platform: {...AWS, securityIPs: ['10.0.0.0/16']}});
    const [secret] = made.resources;
    const {password} = secret?.['stringData'] as {readonly password: string};
    expect(secret).toMatchObject({kind: 'Secret', metadata: {name: 'web-db'}});
    expect(generatedValueIn(password)).toMatchObject({value: {name: 'password'}});
    expect(of(made, 'aws_db_instance')).toEqual({
      id: 'hashicorp:aws:aws_db_instance:web-db',
      type: 'Terraform',
      attributes: expect.objectContaining({
        engine,
        identifier: 'shop-dev-web-db-prod',
        password: '${ref:v1:Secret:shop:web-db#stringData.password}',
        vpc_security_group_ids: ['${ref:hashicorp:aws:aws_security_group:web-db#id}'],
        publicly_accessible: false,
        storage_encrypted: true,
      }),
      extensions: {provider: AWS.provider, providerMeta: {region: 'eu-west-1'}, resourceType: 'aws_db_instance'},
    });
    expect(of(made, 'aws_security_group')).toMatchObject({
      attributes: {ingress: [{from_port: port, to_port: port, cidr_blocks: ['10.0.0.0/16']}]},
    });
    expect(variablesOf(made)).toMatchObject({
      DB_HOST: '${ref:hashicorp:aws:aws_db_instance:web-db#address}',
      DB_PORT: String(port),
      DB_PASSWORD: 'secret://web-db/password',
    });
    expect(made.outputs).toMatchObject({host: variablesOf(made)['DB_HOST'], secret: 'web-db'});
  });

  it('a platform places the database in its network, by a named provider', async () => {
    const platform = {
      providerRef: 'aws.eu',
      subnets: ['subnet-1', 'subnet-2'],
      securityGroups: ['sg-1'],
      instanceType: 'db.m7g.large',
    };
    const made = await generated('postgres', {...DB, platform});
    expect(made.resources).toHaveLength(3);
    expect(of(made, 'aws_db_subnet_group')).toMatchObject({attributes: {subnet_ids: ['subnet-1', 'subnet-2']}});
    expect(of(made, 'aws_db_instance')).toMatchObject({
      attributes: {
        instance_class: 'db.m7g.large',
        db_subnet_group_name: '${ref:hashicorp:aws:aws_db_subnet_group:web-db#name}',
        vpc_security_group_ids: ['sg-1'],
      },
      extensions: {providerRef: 'aws.eu'},
    });
  });

  it.each([
    {size: undefined, gibibytes: 10},
    {size: 20, gibibytes: 20},
    {size: '1.5Gi', gibibytes: 2},
    {size: '500Mi', gibibytes: 1},
    {size: '2Ti', gibibytes: 2048},
  ])('the size $size is $gibibytes GiB', async ({size, gibibytes}) => {
    const made = await generated('postgres', {...DB, config: {type: 'cloud', ...(size === undefined ? {} : {size})}});
    expect(of(made, 'aws_db_instance')).toMatchObject({attributes: {allocated_storage: gibibytes}});
  });

  it.each([
    {what: 'a stack without a namespace', use: {...DB, namespace: undefined}, says: 'namespace'},
    {what: 'the names of Kusion', use: {...DB, naming: 'kusion' as const}, says: '`naming: kusion`'},
    {what: 'limits of a pod', use: {...DB, config: {type: 'cloud', resources: {cpu: '1'}}}, says: '`resources`'},
  ])('$what is refused', async ({use, says}) => {
    await expect(generated('postgres', use)).rejects.toThrow(says);
  });

  it.each([
    {field: 'cloud', value: 'alicloud', says: 'the cloud "alicloud" is not supported: use `aws`'},
    {field: 'category', value: 'Basic', says: '`category` is not supported by this version of Gantry'},
    {field: 'subnetID', value: 'vsw-1', says: '`subnetID` is not supported by this version of Gantry'},
    {field: 'securityIPs', value: ['everyone'], says: 'must be an address range, for example 10.0.0.0/16'},
    {field: 'provider', value: 'hashicorp/google', says: expect.stringContaining('with the name aws')},
    {field: 'providerRef', value: 'gcp.eu', says: expect.stringContaining('aws.eu')},
  ])('the field $field with $value is refused by name', ({field, value, says}) => {
    const {error} = MODULES['postgres']?.platform?.safeParse({[field]: value}) ?? {};
    expect(error?.issues.map(({message}) => message)).toEqual([says]);
  });
});

describe('names in an account of AWS', () => {
  const queueOf = async (project: string, stack: string, name = 'web-orders', workspace = 'prod') => {
    const made = await generated('queue', {config: {}, name, names: {project, stack, workspace}});
    return String((of(made, 'aws_sqs_queue')['attributes'] as JsonObject)['name']);
  };

  it.each([
    {parts: ['shop', 'dev'], name: 'shop-dev-web-orders-prod'},
    {parts: ['shop', 'shop'], name: 'shop-web-orders-prod'},
  ])('a name that shows its parts stays plain: $name', async ({parts: [project = '', stack = ''], name}) => {
    expect(await queueOf(project, stack)).toBe(name);
  });

  it('resources of different stacks, workspaces and accessories have different names', async () => {
    const names = await Promise.all([
      queueOf('a-b', 'c'),
      queueOf('a', 'b-c'),
      queueOf('a', 'b', 'c-web-orders'),
      queueOf('a', 'a', 'b-c-web-orders'),
      queueOf('a', 'b', 'c-web', 'orders-prod'),
      queueOf('A', 'b', 'c-web-orders'),
      queueOf('a', 'b', 'b-c-web-orders'),
      queueOf('a', 'c', 'web-orders'),
      queueOf('a', 'a', 'c-web-orders'),
    ]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^a-[a-z0-9-]{1,70}$/);
  });

  it('names of a database and a Redis begin with a letter', async () => {
    const names = {project: '3d-shop', application: '3d-web'};
    const database = await generated('postgres', {...DB, names, platform: {subnets: ['subnet-1', 'subnet-2']}});
    expect(of(database, 'aws_db_instance')).toMatchObject({
      attributes: {
        identifier: expect.stringMatching(/^x-3d-shop-dev-web-db-prod-[0-9a-f]{8}$/),
        db_name: 'db_3d_web',
        username: 'db_3d_web',
      },
    });
    expect(of(database, 'aws_db_subnet_group')).toMatchObject({attributes: {name: expect.stringMatching(/^x-3d/)}});
    const redis = await generated('redis', {...DB, names: {project: '3d'}, config: {type: 'cloud'}});
    const {replication_group_id: id} = of(redis, 'aws_elasticache_replication_group')['attributes'] as JsonObject;
    expect(id).toMatch(/^x-3d-[a-z0-9-]*[0-9a-f]{8}$/);
    expect(String(id).length).toBeLessThanOrEqual(40);
  });
});

describe('other resources of AWS', () => {
  it('a Redis accepts only clients with TLS and the password', async () => {
    const made = await generated('redis', {...DB, accessory: 'cache', name: 'web-cache', platform: AWS});
    expect(of(made, 'aws_elasticache_replication_group')).toMatchObject({
      attributes: {
        auth_token: '${ref:v1:Secret:shop:web-cache#stringData.password}',
        transit_encryption_enabled: true,
        replication_group_id: 'shop-dev-web-cache-prod',
      },
    });
    expect(variablesOf(made)).toMatchObject({CACHE_TLS: 'true', CACHE_PASSWORD: 'secret://web-cache/password'});
  });

  it('a Redis of AWS has no size', async () => {
    const use = {...DB, config: {type: 'cloud', size: 20}};
    await expect(generated('redis', use)).rejects.toThrow('`size` is only for a Redis in the cluster');
  });

  it('a bucket is private, and AWS completes its name', async () => {
    const made = await generated('bucket', {config: {}, accessory: 'files', name: 'web-files', platform: AWS});
    expect(of(made, 'aws_s3_bucket')).toMatchObject({attributes: {bucket_prefix: 'shop-dev-web-files-prod-'}});
    expect(of(made, 'aws_s3_bucket_public_access_block')).toMatchObject({
      attributes: {block_public_acls: true, restrict_public_buckets: true},
    });
    expect(of(made, 'aws_s3_bucket_versioning')).toMatchObject({
      attributes: {versioning_configuration: [{status: 'Enabled'}]},
    });
    expect(variablesOf(made)).toMatchObject({FILES_NAME: '${ref:hashicorp:aws:aws_s3_bucket:web-files#id}'});
  });

  it('a long name of a bucket leaves room for what AWS appends', async () => {
    const name = 'an-application-with-a-very-long-name-files';
    const made = await generated('bucket', {config: {}, accessory: 'files', name});
    const {bucket_prefix} = of(made, 'aws_s3_bucket')['attributes'] as {readonly bucket_prefix: string};
    expect(bucket_prefix).toMatch(/^shop-dev-an-application-[a-z-]*-[0-9a-f]{8}-$/);
    expect(bucket_prefix.length).toBeLessThanOrEqual(37);
  });

  it('a queue can have a dead-letter queue', async () => {
    const use = {accessory: 'orders', name: 'web-orders', platform: AWS};
    const made = await generated('queue', {...use, config: {maxReceives: 5, visibilityTimeout: 60}});
    expect(of(made, 'aws_sqs_queue', 'web-orders')).toMatchObject({
      attributes: {
        name: 'shop-dev-web-orders-prod',
        visibility_timeout_seconds: 60,
        redrive_policy:
          '{"deadLetterTargetArn":"${ref:hashicorp:aws:aws_sqs_queue:web-orders-dead#arn}","maxReceiveCount":5}',
      },
    });
    expect(of(made, 'aws_sqs_queue', 'web-orders-dead')).toMatchObject({
      attributes: {name: 'shop-dev-web-orders-dead-prod', message_retention_seconds: 1_209_600},
    });
    const alone = await generated('queue', {...use, config: {fifo: true}});
    expect(alone.resources).toHaveLength(1);
    expect(of(alone, 'aws_sqs_queue')).toMatchObject({
      attributes: {name: 'shop-dev-web-orders-prod.fifo', fifo_queue: true},
    });
  });
});
