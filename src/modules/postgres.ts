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

const PORT = 5432;
const DIRECTORY = '/var/lib/postgresql/data';

/** The module of a PostgreSQL database in the cluster. */
export const postgres: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'postgres',
  version: '1',
  description: 'A PostgreSQL database in the cluster, with a generated password.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    if (request.config.type === 'cloud') return ofCloud(request);
    return request.naming === 'kusion' ? asKusion(request) : ofApplication(request);
  },
};

async function ofCloud(request: Request): Promise<Generated> {
  refuseKusionName(request.config);
  const {awsDatabase} = await import('./aws/aws-database.ts');
  return awsDatabase(request, {engine: 'postgres', version: '17', port: PORT});
}

function ofApplication(request: Request): Generated {
  const {name, application, config} = request;
  refuseKusionName(config);
  const {
    image = 'postgres',
    version = '17',
    username = plainName(application),
    database = plainName(application),
  } = config;
  const directory = directoryOf(version);
  return {
    resources: databaseObjects(
      {
        engine: 'postgres',
        image: `${image}:${version}`,
        port: PORT,
        uid: version.includes('alpine') ? 70 : 999,
        directory,
        env: [
          {name: 'POSTGRES_USER', value: username},
          fromSecret('POSTGRES_PASSWORD', name, 'password'),
          {name: 'POSTGRES_DB', value: database},
          // The root of a volume may have the directory lost+found, with which initdb fails.
          {name: 'PGDATA', value: `${directory}/pgdata`},
        ],
        // During the initialization, the server listens on no address.
        ready: ['sh', '-c', 'pg_isready -h 127.0.0.1 -U "$POSTGRES_USER" -d "$POSTGRES_DB"'],
        secret: {password: generated('password')},
        ...storageOf(config),
      },
      storeOf(request),
    ),
    patches: [variablesPatch(request, name, {host: name, port: PORT, database, username})],
    outputs: {host: name, port: PORT, database, username, secret: name, password: `secret://${name}/password`},
  };
}

/** Images of version 18 and later declare the directory above as a volume. */
const directoryOf = (version: string): string =>
  Number.parseInt(version, 10) < 18 ? DIRECTORY : '/var/lib/postgresql';

function asKusion(request: Request): Generated {
  const {config, name: unique} = request;
  const {image = 'postgres', version = '17', username = 'kusion_default', databaseName, database} = config;
  const name = databaseName ?? `${unique}-postgres`;
  const names = kusionDatabaseNames({name, engine: 'postgres'});
  const password = generated('password');
  return {
    resources: kusionDatabaseObjects(
      {
        name,
        engine: 'postgres',
        image: `${image}:${version}`,
        port: PORT,
        directory: DIRECTORY,
        env: [
          fromSecret('POSTGRES_USER', names.own, 'username'),
          fromSecret('POSTGRES_PASSWORD', names.own, 'password'),
          fromSecret('POSTGRES_DB', names.own, 'database'),
        ],
        secret: {database: database ?? name, password, username},
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
      database: database ?? name,
      username,
      secret: names.access,
      password: `secret://${names.access}/password`,
    },
  };
}
