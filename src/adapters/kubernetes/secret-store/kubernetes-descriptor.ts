import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {KubernetesConfig} from './kubernetes-store.ts';

type Declared = {readonly namespace: string; readonly workspace?: string | undefined};

/** The secret store of one namespace: the first segments of a reference name the Secret, the last one its key. */
export const kubernetesDescriptor: SecretStoreDescriptor<Declared, KubernetesConfig> = {
  kind: 'kubernetes',
  description: 'Secrets of a cluster.',
  example: '{namespace: apps}',
  fields: {
    namespace: {type: 'namespace', required: true, description: 'The namespace of the Secrets: `ref://SECRET/KEY`.'},
    workspace: {
      type: 'workspace',
      description: 'The workspace whose cluster holds the Secrets; default: this workspace.',
    },
  },
  wants: ({workspace, namespace}) => {
    const where = workspace ? `the cluster of the workspace ${workspace}` : 'the cluster';
    return [{ability: 'server', server: `${where} for Secrets of ${namespace}`, credential: 'your login there'}];
  },
  resolve: async ({namespace, workspace}, {cluster}) => ({
    kind: 'kubernetes',
    namespace,
    kubeconfig: await cluster(workspace),
  }),
  open: async (config, {secretObjects}) => {
    const {kubernetesStore} = await import('./kubernetes-store.ts');
    return kubernetesStore(config, () => secretObjects(config.kubeconfig, config.namespace));
  },
};
