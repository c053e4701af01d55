import type {JsonObject} from '../src/core/json.ts';

type Get = (path: string) => Promise<JsonObject>;

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** The roles that people bind, and those of which they are put together; a real cluster has seventy more for its own parts. */
const ROLES = [
  'cluster-admin',
  'system:aggregate-to-admin',
  'system:aggregate-to-edit',
  'system:aggregate-to-view',
  'admin',
  'edit',
  'view',
  'system:auth-delegator',
  'system:basic-user',
  'system:discovery',
  'system:monitoring',
  'system:public-info-viewer',
];

const BINDINGS = [
  'cluster-admin',
  'system:basic-user',
  'system:discovery',
  'system:monitoring',
  'system:public-info-viewer',
];

/** The lines of src/sandbox/kinds/initial/initial-roles.json: what a real server creates at its start (bootstrap policy of RBAC). */
export async function initialRoles(get: Get): Promise<string> {
  const roles = await Promise.all(ROLES.map((name) => whole(`${RBAC}/clusterroles/${name}`, get)));
  const bindings = await Promise.all(BINDINGS.map((name) => whole(`${RBAC}/clusterrolebindings/${name}`, get)));
  const lines = (objects: readonly JsonObject[]): string => objects.map((one) => JSON.stringify(one)).join(',\n');
  return `{"roles": [\n${lines(roles)}\n], "bindings": [\n${lines(bindings)}\n]}\n`;
}

/** One object without what differs from one server to the next. The rules of some roles are put together after the start. */
async function whole(path: string, get: Get): Promise<JsonObject> {
  for (;;) {
    const {apiVersion = '', kind = '', metadata, ...rest} = await get(path);
    const {name = '', labels = {}, annotations = {}} = metadata as JsonObject;
    if ('rules' in rest && rest['rules'] === null) continue;
    const ordered = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return {apiVersion, kind, metadata: {name, labels, annotations}, ...Object.fromEntries(ordered)};
  }
}
