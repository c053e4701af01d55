import type {BackendDescriptor, ClusterOfBackend} from '../../../ports/backend-descriptor.ts';

type Declared = {
  readonly kind: 'kubernetes';
  readonly namespace: string;
  /** The workspace whose cluster is used: a name of the project, or a file. Default: the workspace of the run. */
  readonly workspace?: string | undefined;
};

type Config = ClusterOfBackend & {readonly kind: 'kubernetes'; readonly namespace: string};

const NAMESPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The backend that stores values in the Secrets of a namespace. */
export const kubernetesDescriptor: BackendDescriptor<Declared, Config> = {
  kind: 'kubernetes',
  description: 'Secrets in a namespace of a cluster.',
  address: {
    scheme: 'kubernetes',
    example: 'kubernetes://NAMESPACE',
    forms: ['kubernetes://NAMESPACE'],
    place: ['namespace'],
    read: (namespace = '', path) => {
      if (path !== '') return {problem: 'nothing may follow the namespace'};
      return NAMESPACE.test(namespace)
        ? {namespace}
        : {problem: `${namespace || '(nothing)'} is not a valid namespace`};
    },
    show: ({namespace}) => namespace,
  },
  fields: {
    namespace: {
      type: 'text',
      required: true,
      pattern: NAMESPACE,
      error: 'a namespace has up to 63 lowercase letters, digits and `-`, and begins and ends with a letter or digit',
      description: 'The namespace that holds the Secrets. It must exist.',
    },
    workspace: {
      type: 'text',
      description:
        'The workspace whose cluster holds the Secrets: a workspace of the project, or a file. Default: the workspace of the run.',
    },
  },
  contacts: 'workspace',
  accessTrial: {by: 'review'},
  resolve: async ({namespace, workspace}, deps) => ({
    kind: 'kubernetes',
    description: 'Secrets in a namespace of a cluster.',
    namespace,
    ...(await deps.cluster(workspace)),
  }),
  open: async ({namespace, kubeconfig, lastPin}, deps) => {
    const [{kubernetesBackend}, secrets] = await Promise.all([
      import('./kubernetes-backend.ts'),
      deps.secretObjects({namespace, kubeconfig, lastPin}),
    ]);
    return kubernetesBackend({secrets, clock: deps.clock, workspace: kubeconfig.workspace});
  },
};
