import {z} from 'zod';
import type {ModuleRequest} from '../core/module/module.ts';
import {ModuleFault} from '../core/module/module-fault.ts';
import type {ModulePatch} from '../core/module/module-patch.ts';
import type {Application} from '../kubernetes/application/application.ts';
import {quantityOf} from '../kubernetes/fields/quantity.ts';
import {defined} from '../lib/defined.ts';
import {accessoryOf} from './application-of.ts';
import {CLOUD_DATABASE_FIELDS} from './cloud-model.ts';
import {Label, Resources} from './container-model.ts';
import {addressPatch} from './own-variables.ts';

const Size = z
  .union([z.int().min(1), z.string().refine((text) => quantityOf(text) !== undefined, {error: 'must be a quantity'})])
  .optional()
  .meta({
    description: 'The size of the volume: a quantity, or a number of GiB. It can grow. Default: 10Gi.',
    examples: ['20Gi'],
  });

/** The schema of the name of a user or a database. */
const DatabaseName = z.string().regex(/^[a-z_][a-z0-9_]{0,31}$/, {
  error: 'must be at most 32 lowercase letters, digits and `_`, and must not begin with a digit',
});

const Type = z.enum(['local', 'cloud']).optional().meta({
  description: 'The place of the database: `local` is in the cluster, `cloud` is a service of AWS. Default: `local`.',
});

/** The fields of a store (a database or Redis) that both the application and the platform may set. */
export const STORE_FIELDS = {
  type: Type,
  version: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/, {error: 'must be the tag of an image'})
    .optional()
    .meta({description: 'The version: the tag of the image.'}),
  size: Size,
  resources: Resources,
};

/** The fields of a database that both may set. */
export const DATABASE_FIELDS = {
  ...STORE_FIELDS,
  username: DatabaseName.optional().meta({description: 'The user. Default: the name of the application.'}),
  database: DatabaseName.optional().meta({description: 'The database. Default: the name of the application.'}),
};

/** The fields of a store that only the platform sets. */
export const STORE_PLATFORM_FIELDS = {
  image: z.string().min(1).optional().meta({description: 'The repository of the image, for example a mirror.'}),
  storageClass: z.string().min(1).optional().meta({description: 'The StorageClass of the volume.'}),
};

/** The fields of a database that only the platform sets, with those of Kusion. */
export const DATABASE_PLATFORM_FIELDS = {
  ...DATABASE_FIELDS,
  ...STORE_PLATFORM_FIELDS,
  databaseName: Label.optional().meta({
    description: 'The prefix of the names of the objects, as in Kusion. Only with `naming: kusion`.',
  }),
  ...CLOUD_DATABASE_FIELDS,
};

/** Throws an error for `databaseName` if the objects do not have the names of Kusion. */
export function refuseKusionName({databaseName}: {readonly databaseName?: string | undefined}): void {
  if (databaseName !== undefined)
    throw new ModuleFault('`databaseName` is only for `naming: kusion`', 'Set `database` instead.');
}

/** Returns the size of a volume as a quantity. */
export const sizeOf = (size: z.infer<typeof Size>): string =>
  typeof size === 'number' ? `${size}Gi` : (size ?? '10Gi');

/** Returns the name of an application as the name of a user or a database. */
export const plainName = (application: string): string =>
  application
    .replaceAll('-', '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 32);

/** Returns a variable whose value is a key of a Secret. */
export const fromSecret = (name: string, secret: string, key: string) => ({
  name,
  valueFrom: {secretKeyRef: {name: secret, key}},
});

/**
 * Returns the application of the objects of a store. Its pods have another name than those of the workload, so that the Services of the workload do
 * not select them. The dot cannot occur in the name of an application.
 */
export function storeOf(request: ModuleRequest<unknown>): Application {
  const own = accessoryOf(request);
  const {application, accessory = ''} = request;
  return {...own, selector: {...own.selector, 'app.kubernetes.io/name': `${application}.${accessory}`}};
}

/**
 * Returns the patch that gives the containers of the workload the address of a store and its password: `DB_HOST` and `DB_PASSWORD` of the accessory
 * `db`. Only the password is in the Secret: Gantry hides every value of a Secret wherever it occurs, also a host in the message of a server.
 */
export function variablesPatch(
  request: Pick<ModuleRequest, 'accessory' | 'naming' | 'workload'>,
  secret: string,
  values: Readonly<Record<string, string | number>>,
): ModulePatch {
  return addressPatch(request, {...values, password: `secret://${secret}/password`});
}

/** Returns the settings of a volume and of a container that all stores have. */
export const storageOf = ({
  size,
  storageClass,
  resources,
}: {
  readonly size?: z.infer<typeof Size>;
  readonly storageClass?: string | undefined;
  readonly resources?: Readonly<Record<string, string>> | undefined;
}) => ({size: sizeOf(size), ...defined({storageClass, resources})});
