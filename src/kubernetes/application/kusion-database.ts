import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import type {Database} from './database.ts';
import {pvcSpec} from './database-objects.ts';
import {resourceLimits} from './resource-limits.ts';

/** A database with the objects of Kusion. */
export type KusionDatabase = Pick<
  Database,
  'engine' | 'image' | 'port' | 'directory' | 'size' | 'storageClass' | 'resources'
> & {
  /** The name of the database, which the names of its objects begin with. */
  readonly name: string;
  /** The variables of its container. The keys of its Secret are values of `secret`. */
  readonly env: readonly JsonObject[];
  readonly secret: Readonly<Record<string, string>>;
  readonly username: string;
  readonly password: string;
};

/** Returns the names of the objects that Kusion creates for a database. */
export const kusionDatabaseNames = ({name, engine}: Pick<KusionDatabase, 'name' | 'engine'>) => ({
  /** The Secret that the pod of the database uses. */
  own: `${name}-db-local-secret`,
  deployment: `${name}-db-local-deployment`,
  pvc: `${name}-db-local-pvc`,
  service: `${name}-db-local-service`,
  /** The Secret that the workload uses. */
  access: `${name}-${engine}`,
});

/** Returns the objects that Kusion creates for a database, with valid names of ports. */
export function kusionDatabaseObjects(
  database: KusionDatabase,
  {namespace}: Pick<Application, 'namespace'>,
): readonly JsonObject[] {
  const {name, image, port, directory, env, resources, secret, username, password} = database;
  const names = kusionDatabaseNames(database);
  const labels = {accessory: name};
  const metadata = (one: string, more: JsonObject = {}): JsonObject => defined({name: one, namespace, ...more});
  const container = defined({
    name,
    image,
    env,
    ports: [{name: portName(name), containerPort: port}],
    resources: resources === undefined ? undefined : resourceLimits(resources),
    volumeMounts: [{name, mountPath: directory}],
  });
  const pod = {containers: [container], volumes: [{name, persistentVolumeClaim: {claimName: names.pvc}}]};
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata(names.deployment),
      spec: {selector: {matchLabels: labels}, template: {metadata: {labels}, spec: pod}},
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(names.service, {labels}),
      spec: {clusterIP: 'None', ports: [{port}], selector: labels},
    },
    {apiVersion: 'v1', kind: 'Secret', metadata: metadata(names.own), stringData: secret},
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata(names.access),
      stringData: {hostAddress: names.service, username, password},
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: metadata(names.pvc, {labels}),
      spec: pvcSpec(database),
    },
  ];
}

const LONGEST = 15;

/** Returns a valid port name from the start of a name: it begins and ends with a letter or digit, and contains a letter. */
function portName(name: string): string {
  const start = name.slice(0, LONGEST).replaceAll(/-+/g, '-').replaceAll(/^-|-$/g, '');
  return /[a-z]/.test(start) ? start : 'db';
}
