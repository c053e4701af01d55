import {z} from 'zod';
import {generated} from '../core/module/generated-value.ts';
import type {Generated, ModuleRequest} from '../core/module/module.ts';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {databaseObjects} from '../kubernetes/application/database-objects.ts';
import {kusionDatabaseNames, kusionDatabaseObjects} from '../kubernetes/application/kusion-database.ts';
import {applicationOf} from './application-of.ts';
import {
  DATABASE_FIELDS,
  DATABASE_PLATFORM_FIELDS,
  fromSecret,
  plainName,
  refuseKusionName,
  storageOf,
  storeOf,
  variablesPatch,
} from './database-model.ts';
import {kusionAccess} from './kusion-access.ts';

const Input = z.strictObject(DATABASE_FIELDS);
const Platform = z.strictObject(DATABASE_PLATFORM_FIELDS);

type Request = ModuleRequest<z.infer<typeof Input> & z.infer<typeof Platform>>;

const PORT = 3306;
const DIRECTORY = '/var/lib/mysql';

/** The module of a MySQL database in the cluster. */
export const mysql: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'mysql',
  version: '1',
  description: 'A MySQL database in the cluster, with generated passwords.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    if (request.config.type === 'cloud') return ofCloud(request);
    return request.naming === 'kusion' ? asKusion(request) : ofApplication(request);
  },
};

/** The image creates no user root, and does not start without a password of root. */
const usersOf = (username: string, secret: string) =>
  username === 'root'
    ? [fromSecret('MYSQL_ROOT_PASSWORD', secret, 'password')]
    : [
        {name: 'MYSQL_USER', value: username},
        fromSecret('MYSQL_PASSWORD', secret, 'password'),
        fromSecret('MYSQL_ROOT_PASSWORD', secret, 'root-password'),
      ];

const rootPassword = (username: string) => (username === 'root' ? {} : {'root-password': generated('root-password')});

async function ofCloud(request: Request): Promise<Generated> {
  refuseKusionName(request.config);
  const {awsDatabase} = await import('./aws/aws-database.ts');
  return awsDatabase(request, {engine: 'mysql', version: '8.4', port: PORT});
}

function ofApplication(request: Request): Generated {
  const {name, application, config} = request;
  refuseKusionName(config);
  const {
    image = 'mysql',
    version = '8.4',
    username = plainName(application),
    database = plainName(application),
  } = config;
  return {
    resources: databaseObjects(
      {
        engine: 'mysql',
        image: `${image}:${version}`,
        port: PORT,
        uid: 999,
        directory: DIRECTORY,
        // The root of a volume may have the directory lost+found, with which the initialization fails.
        args: [`--datadir=${DIRECTORY}/data`],
        env: [{name: 'MYSQL_DATABASE', value: database}, ...usersOf(username, name)],
        // During the initialization, the server listens on no address. The variable keeps the password out of the arguments.
        ready: ['sh', '-c', 'MYSQL_PWD="$MYSQL_ROOT_PASSWORD" mysqladmin ping -h 127.0.0.1 -u root'],
        secret: {password: generated('password'), ...rootPassword(username)},
        ...storageOf(config),
      },
      storeOf(request),
    ),
    patches: [variablesPatch(request, name, {host: name, port: PORT, database, username})],
    outputs: {host: name, port: PORT, database, username, secret: name, password: `secret://${name}/password`},
  };
}

function asKusion(request: Request): Generated {
  const {config, name: unique} = request;
  const {image = 'mysql', version = '8.4', username = 'kusion_default', databaseName, database} = config;
  const name = databaseName ?? `${unique}-mysql`;
  const names = kusionDatabaseNames({name, engine: 'mysql'});
  const password = generated('password');
  return {
    resources: kusionDatabaseObjects(
      {
        name,
        engine: 'mysql',
        image: `${image}:${version}`,
        port: PORT,
        directory: DIRECTORY,
        env: [
          ...(database === undefined ? [] : [{name: 'MYSQL_DATABASE', value: database}]),
          ...usersOf(username, names.own),
        ],
        secret: {password, ...rootPassword(username)},
        username,
        password,
        ...storageOf(config),
      },
      applicationOf(request),
    ),
    patches: [kusionAccess(name, names.access)],
    outputs: {
      host: names.service,
      port: PORT,
      database: database ?? '',
      username,
      secret: names.access,
      password: `secret://${names.access}/password`,
    },
  };
}
