import type {JsonObject} from '../../../core/json.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {SecretPlace} from './fetch-secret.ts';

type Members = Omit<SecretPlace, 'kind' | 'through'> & {readonly workspace: string};
type Written = Members & {readonly kind: 'secret'};

/** A Secret of the cluster to which another workspace leads. */
export const secretDescriptor: KubeconfigPlaceDescriptor<Members, Written, SecretPlace> = {
  kind: 'secret',
  named: {key: 'kubeconfig_secret'},
  fields: {
    name: {type: 'text', required: true, description: 'The name of the Secret.'},
    namespace: {type: 'namespace', required: true, description: 'The namespace of the Secret.'},
    key: {type: 'text', description: 'The key in the Secret; default: `value`, else `value.yaml`.'},
    workspace: {
      type: 'workspace',
      required: true,
      description: 'The workspace whose cluster has the Secret: a name, or a file.',
    },
  },
  read: (members) => ({kind: 'secret', ...members}),
  show: ({namespace, name, key, workspace}) =>
    `the Secret ${namespace}/${name}${key === undefined ? '' : `, key ${key},`} in the cluster of ${workspace}`,
  wants: (written) => ({does: `takes its kubeconfig from the Secret ${wantedOf(written)}`}),
  resolve: async ({workspace, ...secret}, {through}) => ({...secret, through: await through(workspace)}),
  fetch: async (source, {secretObjects}) => {
    const {fetchSecret} = await import('./fetch-secret.ts');
    const {through, namespace} = source.from;
    return fetchSecret(source, await secretObjects(through, namespace));
  },
};

function wantedOf({name, namespace, workspace, key}: JsonObject): string {
  const [of, within, through] = [name, namespace, workspace].map((value) => (typeof value === 'string' ? value : '?'));
  return `${within}/${of}${typeof key === 'string' ? ` (${key})` : ''} in the cluster of the workspace ${through}`;
}
