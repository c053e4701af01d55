import {z} from 'zod';
import {type ClusterKey, spellingsOf} from '../../core/workspace/context-keys.ts';
import {PLACE_MAPPINGS} from '../kubeconfig-places.ts';

const text = z.string().min(1);
const {
  kubeconfig_path: Address = z.never(),
  kubeconfig_secret: Secret = z.never(),
  kubeconfig_content: Shared = z.never(),
} = PLACE_MAPPINGS;

const CLUSTER_FIELDS: Readonly<Record<ClusterKey, z.ZodType>> = {
  kubeconfig_content: z.union([text, Shared]).meta({
    description:
      'The kubeconfig itself, a reference to a secret that holds it, or a shared resource of another workspace that does. It has precedence over the other keys that name a cluster.',
    examples: ['ref://prod-kubeconfig'],
  }),
  kubeconfig_path: z.union([text, Address]).meta({
    description:
      'The path of the kubeconfig, or the address to fetch it from. A relative path starts at the file that names it.',
    examples: ['~/.kube/prod'],
  }),
  kubeconfig_secret: Secret.meta({
    description: 'The Secret in the cluster of another workspace that holds the kubeconfig.',
    examples: [{name: 'prod-admin', namespace: 'clusters', workspace: 'management'}],
  }),
  cluster: text.meta({
    description: '`sandbox` or `sandbox/NAME`: the built-in Kubernetes API server.',
    examples: ['sandbox'],
  }),
  kube_context: text.meta({
    description: 'The context of the kubeconfig. Default: its current context.',
    examples: ['prod-admin'],
  }),
};

/** The keys of a `context` that name a cluster, with their descriptions. The schema `Context` checks the files. */
export const ContextFields = z.object(
  Object.fromEntries(
    Object.entries(CLUSTER_FIELDS).flatMap(([name, schema]) =>
      spellingsOf(name as ClusterKey).map((key) => [key, schema.optional()]),
    ),
  ),
);

/** The description of all other keys of a `context`. */
export const OTHER_CONTEXT_KEYS =
  'Any other key, for example AWS_REGION: a key in upper case becomes an environment variable of the programs that Gantry runs.';
