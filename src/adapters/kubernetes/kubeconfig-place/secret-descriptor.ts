import type {Json, JsonObject} from '../../../core/json.ts';
import type {KubeconfigPlaceDescriptor} from '../../../ports/kubeconfig-place-descriptor.ts';
import type {SecretPlace} from './fetch-secret.ts';

type Written = Omit<SecretPlace, 'through'> & {readonly workspace: string};

/** A Secret of the cluster to which another workspace leads. */
export const secretDescriptor: KubeconfigPlaceDescriptor<Written, SecretPlace> = {
  kind: 'secret',
  named: {key: 'kubeconfig_secret'},
  fields: {
    name: {type: 'text', required: true, description: 'Of the Secret.'},
    namespace: {type: 'namespace', required: true},
    key: {type: 'text', description: 'Where in the Secret; default: `value`, else `value.yaml`.'},
    workspace: {
      type: 'workspace',
      required: true,
      description: 'The workspace whose cluster has the Secret: a name, or a file.',
    },
  },
  read: ({name, namespace, workspace, key = null, ...others}) => {
    const [strange] = Object.keys(others);
    if (strange !== undefined) return {problem: `it has no field ${strange}`};
    if (!isText(name)) return {problem: 'its name must be a text'};
    if (!isText(namespace)) return {problem: 'its namespace must be a text'};
    if (!isText(workspace)) return {problem: 'its workspace must be a text'};
    if (key === null) return {kind: 'secret', name, namespace, workspace};
    return isText(key) ? {kind: 'secret', name, namespace, workspace, key} : {problem: 'its key must be a text'};
  },
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

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';

function wantedOf({name, namespace, workspace, key}: JsonObject): string {
  const [of, within, through] = [name, namespace, workspace].map((value) => (typeof value === 'string' ? value : '?'));
  return `${within}/${of}${typeof key === 'string' ? ` (${key})` : ''} in the cluster of the workspace ${through}`;
}
