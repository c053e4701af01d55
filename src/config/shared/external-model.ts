import {z} from 'zod';

const Mapping = z.record(z.string(), z.json());

/** The schema of a resource for `gantry shared add`, in Kusion's form. */
export const ExternalResourceFile = z
  .strictObject({
    id: z.string().min(1).max(1000).meta({
      description: 'The id of the resource. For a Kubernetes object: apiVersion:Kind[:namespace]:name.',
    }),
    type: z.enum(['Kubernetes', 'Terraform']).meta({description: 'The runtime of the resource.'}),
    attributes: Mapping.meta({
      description:
        'The Kubernetes object: only apiVersion, kind, namespace and name are read. Or the arguments of a Terraform resource, which only an adoption needs.',
    }),
    extensions: Mapping.nullish().meta({
      description:
        'The data that Kusion stores with a resource. `kusionstack.io/import-id`: the id of a Terraform resource at its provider.',
    }),
    dependsOn: z
      .array(z.string())
      .max(0, {error: 'an external resource depends on nothing, because it is only read'})
      .nullish()
      .meta({description: 'Empty: an external resource is only read.'}),
  })
  .meta({title: 'Gantry external resource', description: 'A resource that Gantry only reads, in the form of Kusion.'});
/** A checked resource of the file. */
export type ExternalResourceFile = z.infer<typeof ExternalResourceFile>;
