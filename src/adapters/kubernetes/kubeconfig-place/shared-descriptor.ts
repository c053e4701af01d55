import type {JsonObject} from '../../../core/json.ts';
import {readPath} from '../../../core/reference/path.ts';
import {defined} from '../../../lib/defined.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {SharedPlace} from './fetch-shared.ts';

type Members = {
  readonly shared: string;
  readonly path?: string;
  readonly workspace: string;
  readonly stack?: string;
};
type Written = Members & {readonly kind: 'shared'};

/** A shared resource of another workspace: a Secret or a Terraform resource with a kubeconfig, or a cluster whose controller writes one. */
export const sharedDescriptor: KubeconfigPlaceDescriptor<Members, Written, SharedPlace> = {
  kind: 'shared',
  named: {key: 'kubeconfig_content', orText: true},
  fields: {
    shared: {
      type: 'text',
      required: true,
      description:
        'The id of a shared resource: a Secret with a kubeconfig, a TenantControlPlane of Kamaji, a Cluster of Cluster API, or a Terraform resource.',
    },
    path: {
      type: 'text',
      description:
        'The value of a Secret, `data.KEY`, or the attribute of a Terraform resource. Omit it for a cluster of Kamaji or Cluster API.',
    },
    workspace: {
      type: 'workspace',
      required: true,
      description: 'The workspace whose shared stack has the resource: a name, or a file.',
    },
    stack: {type: 'text', description: 'The shared stack, `shared/STACK`, if several of them have the resource.'},
  },
  read: ({path, ...members}) => {
    const problem = path === undefined ? undefined : pathProblem(path, members.shared);
    return problem === undefined ? {kind: 'shared', ...members, ...defined({path})} : {problem};
  },
  show: ({shared, path, workspace}) =>
    `${path === undefined ? '' : `${path} of `}the shared resource ${shared} of the workspace ${workspace}`,
  wants: (written) => ({does: `takes its kubeconfig from the shared resource ${wantedOf(written)}`}),
  resolve: async ({workspace, shared: id, path, stack}, {through, shared, waitSeconds}) => {
    const found = await shared(workspace, {id, stack, path});
    if ('value' in found) return {kind: 'shared', ...found};
    const {use, ...released} = found;
    return {kind: 'shared', released, path, use, through: await through(workspace), waitSeconds};
  },
  fetch: async (source, deps) => {
    const {fetchShared} = await import('./fetch-shared.ts');
    return fetchShared(source, deps);
  },
};

const DATA = /^data\.[-._a-zA-Z0-9]+$/;

/** Returns the problem of a path: the key of a Secret, or an attribute. */
function pathProblem(path: string, id: string): string | undefined {
  if (id.startsWith('v1:Secret:'))
    return DATA.test(path) ? undefined : 'its `path` must be data.KEY, the key of a Secret';
  return readPath(path, 0)?.end === path.length ? undefined : 'its `path` must be the path of an attribute';
}

function wantedOf({shared, path, workspace, stack}: JsonObject): string {
  const [id, through] = [shared, workspace].map((value) => (typeof value === 'string' ? value : '?'));
  const of = typeof stack === 'string' ? ` of ${stack}` : '';
  return `${id}${typeof path === 'string' ? ` (${path})` : ''}${of} in the workspace ${through}`;
}
