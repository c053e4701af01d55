import {z} from 'zod';
import {generated} from '../core/module/generated-value.ts';
import type {Generated, ModuleRequest} from '../core/module/module.ts';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {databaseObjects} from '../kubernetes/application/database-objects.ts';
import {CLOUD_NETWORK_FIELDS} from './cloud-model.ts';
import {fromSecret, STORE_FIELDS, STORE_PLATFORM_FIELDS, storageOf, storeOf, variablesPatch} from './database-model.ts';

const Input = z.strictObject(STORE_FIELDS);
const Platform = z.strictObject({...STORE_FIELDS, ...STORE_PLATFORM_FIELDS, ...CLOUD_NETWORK_FIELDS});

type Request = ModuleRequest<z.infer<typeof Input> & z.infer<typeof Platform>>;

const PORT = 6379;
const DIRECTORY = '/data';

/** Redis reads its configuration from stdin, so that neither the arguments nor a file contain the password. */
const START = `exec redis-server - <<END
requirepass $REDIS_PASSWORD
appendonly yes
dir ${DIRECTORY}
END
`;

/** The module of a Redis store in the cluster. Kusion has no such module, so the objects are the same for both values of `naming`. */
export const redis: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'redis',
  version: '1',
  description: 'A Redis store in the cluster, with a generated password.',
  input: Input,
  platform: Platform,
  generate: (request) => (request.config.type === 'cloud' ? ofCloud(request) : ofApplication(request)),
};

async function ofCloud(request: Request): Promise<Generated> {
  const {awsRedis} = await import('./aws/aws-redis.ts');
  return awsRedis(request);
}

function ofApplication(request: Request): Generated {
  const {config} = request;
  const {image = 'redis', version = '8'} = config;
  const application = storeOf(request);
  const {name} = application;
  return {
    resources: databaseObjects(
      {
        engine: 'redis',
        image: `${image}:${version}`,
        port: PORT,
        uid: 999,
        directory: DIRECTORY,
        command: ['sh', '-c', START],
        env: [fromSecret('REDIS_PASSWORD', name, 'password')],
        ready: ['sh', '-c', 'REDISCLI_AUTH="$REDIS_PASSWORD" redis-cli -h 127.0.0.1 ping | grep -q PONG'],
        secret: {password: generated('password')},
        ...storageOf(config),
      },
      application,
    ),
    patches: [variablesPatch(request, name, {host: name, port: PORT})],
    outputs: {host: name, port: PORT, secret: name, password: `secret://${name}/password`},
  };
}
