import {setTimeout} from 'node:timers/promises';
import type {JsonObject} from '../../../src/core/json.ts';
import {GADGET_CRD, type Sample} from '../../unit/kubernetes/fields/fixtures/objects.ts';
import type {Answer, RawServer} from './raw-server.ts';

const APPLY = 'application/apply-patch+yaml';

/** Where the OpenAPI document of an object's group and version lies. */
export function documentPath({apiVersion}: Sample): string {
  return apiVersion.includes('/') ? `/openapi/v3/apis/${apiVersion}` : `/openapi/v3/api/${apiVersion}`;
}

export const serverApply = (server: RawServer, object: Sample, query = ''): Promise<Answer> =>
  server('PATCH', `${objectPath(object)}?fieldManager=gantry&force=true${query}`, object, APPLY);

function objectPath({apiVersion, kind, metadata}: Sample): string {
  const {name, namespace} = metadata;
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const within = typeof namespace === 'string' ? `/namespaces/${namespace}` : '';
  return `${root}${within}/${plural(kind.toLowerCase())}/${encodeURIComponent(name)}`;
}

function plural(kind: string): string {
  if (/(?:s|ss)$/.test(kind)) return `${kind}es`;
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

const NAMESPACE: Sample = {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'gantry-fields'}};

/** What the sample objects need to be there: their namespace, and the kind of the custom resource, served and published. */
export async function prepareServer(server: RawServer): Promise<void> {
  await until('the namespace', () => isKept(server, NAMESPACE));
  await until('the kind of the custom resource', () => isKept(server, GADGET_CRD));
  await until('its schema', async () => {
    const {status, body} = await server('GET', '/openapi/v3/apis/fields.gantry.test/v1');
    return status === 200 && JSON.stringify(body).includes('"Gadget"');
  });
}

/** An earlier run may still be on its way out: what is being deleted is applied again. */
async function isKept(server: RawServer, object: Sample): Promise<boolean> {
  const {status, body} = await serverApply(server, object);
  return status <= 201 && !('deletionTimestamp' in (body['metadata'] as JsonObject));
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come to be`);
    await setTimeout(50);
  }
}

export async function cleanServer(server: RawServer): Promise<void> {
  await server('DELETE', objectPath(GADGET_CRD));
  await server('DELETE', objectPath(NAMESPACE));
}

/** The field set of our entry in the server's answer, as it stores it. */
export function appliedFields({body}: Answer): JsonObject {
  const {managedFields = []} = body['metadata'] as {managedFields?: readonly JsonObject[]};
  const ours = managedFields.find(({manager, operation}) => manager === 'gantry' && operation === 'Apply');
  return (ours?.['fieldsV1'] ?? {}) as JsonObject;
}
