import {z} from 'zod';

/** A field that takes a value from a shared resource, in JSON outputs. */
export const UsedInOutput = z.strictObject({
  resource: z.string().meta({description: 'The id of the resource with the field.'}),
  path: z.string().meta({description: 'The path of the field.'}),
  from: z
    .exactOptional(z.string())
    .meta({description: 'The field of the shared resource. Absent in releases of earlier versions.'}),
});

/** A used shared resource of a release in JSON outputs. */
export const UseOutput = z.strictObject({
  stack: z
    .string()
    .meta({description: 'The shared stack: shared/STACK. `external`: a resource that Gantry only reads.'}),
  id: z.string(),
  uid: z.exactOptional(z.string()).meta({description: 'The uid of the object of an external resource.'}),
  revision: z.exactOptional(z.int()).meta({description: 'The revision of the shared stack.'}),
  digest: z.exactOptional(z.string()).meta({description: 'The digest of its desired state at that revision.'}),
  workspace: z.exactOptional(z.string()).meta({
    description:
      'The workspace of the shared stack, if it is another one: the resource holds the kubeconfig of the stack.',
  }),
  fields: z
    .array(UsedInOutput)
    .meta({description: 'The fields that take a value. Empty for `dependsOn: [shared:ID]` alone.'}),
});
