import {z} from 'zod';
import {AnyJson, AnyObject} from '../../config/documents/parts.ts';

const common = {id: z.string(), desiredDigest: z.string(), dependsOn: z.array(z.string())};

/** The state of a Kubernetes resource in a release. */
export const KubernetesStateOutput = z.strictObject({
  ...common,
  type: z.literal('Kubernetes'),
  apiVersion: z.string(),
  kind: z.string(),
  namespace: z.exactOptional(z.string()),
  name: z.string(),
  uid: z.string(),
  applied: AnyJson,
  done: z
    .exactOptional(z.literal(true))
    .meta({description: 'True for a completed Job with a TTL. It is not created again if it is missing.'}),
});

/** The state of a Terraform resource in a release. */
export const TerraformStateOutput = z.strictObject({
  ...common,
  type: z.literal('Terraform'),
  address: z.string().meta({description: 'For example `module.queues.aws_sqs_queue.orders[0]`.'}),
  provider: z.string().meta({description: 'The source address of the provider.'}),
  schemaVersion: z.int().meta({description: "The version of the provider's schema for the attributes."}),
  attributes: AnyObject,
});

/** The state of a resource in a release. */
export const StateOutput = z
  .discriminatedUnion('type', [KubernetesStateOutput, TerraformStateOutput])
  .meta({description: 'The state, which depends on the type of the resource.'});
