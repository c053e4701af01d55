import type {JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import {itemsAt, textAt} from './field-at.ts';
import type {FoundApplication} from './found-application.ts';
import {templatePath} from './write-workload.ts';

/** The databases of an application, and the variables that they add to its containers. */
export type WrittenDatabases = {readonly accessories: JsonObject; readonly injected: ReadonlySet<string>};

/** No database: every variable is in the application file. */
export const NO_DATABASES: WrittenDatabases = {accessories: {}, injected: new Set()};

const VARIABLE = /^KUSION_DB_(?:HOST|USERNAME|PASSWORD)_/;
const ACCESS = /^(.+)-(mysql|postgres)$/;

/** Returns the databases in the cluster, which Kusion gives the containers as variables. Their names and passwords are in no file. */
export function writeDatabases({workload, find}: Pick<FoundApplication, 'workload' | 'find'>): WrittenDatabases {
  const accessories: Record<string, JsonObject> = {};
  const injected = new Set<string>();
  for (const container of itemsAt(workload, ...templatePath(workload), 'spec', 'containers'))
    for (const variable of itemsAt(container, 'env')) {
      const name = textAt(variable, 'name');
      const [, database = '', engine = ''] = ACCESS.exec(textAt(variable, 'valueFrom', 'secretKeyRef', 'name')) ?? [];
      const deployment = find('Deployment', `${database}-db-local-deployment`);
      if (!VARIABLE.test(name) || deployment === undefined) continue;
      injected.add(name);
      accessories[engine] = fieldsOf(deployment, find('PersistentVolumeClaim', `${database}-db-local-pvc`) ?? {});
    }
  return {accessories, injected};
}

/** Returns the fields of a database. The user of PostgreSQL is in a Secret only, and is never written. */
function fieldsOf(deployment: JsonObject, pvc: JsonObject): JsonObject {
  const container = itemsAt(deployment, 'spec', 'template', 'spec', 'containers')[0] ?? {};
  const variables = itemsAt(container, 'env');
  const size = textAt(pvc, 'spec', 'resources', 'requests', 'storage');
  return defined({
    type: 'local',
    version: textAt(container, 'image').split(':').at(-1),
    // Kusion has a number of GiB here.
    size: /^\d+Gi$/.test(size) ? Number.parseInt(size, 10) : size === '' ? undefined : size,
    username:
      variables.find(({name}) => name === 'MYSQL_USER')?.['value'] ??
      (variables.some(({name}) => name === 'MYSQL_ROOT_PASSWORD') ? 'root' : undefined),
  });
}
