import {z} from 'zod';
import {notSupported} from './issues/not-supported.ts';
import {Namespace} from './names.ts';

/** Kusion's form of a stack's namespace. The field `namespace` of the stack has the same meaning. */
const Extension = z
  .strictObject({
    kind: z.enum(['kubernetesNamespace', 'kubernetesMetadata']).meta({description: 'The kind of the extension.'}),
    kubernetesNamespace: z
      .strictObject({namespace: Namespace.meta({description: 'The name of the namespace.'})})
      .optional()
      .meta({description: 'The namespace of the stack.'}),
    kubernetesMetadata: notSupported('`kubernetesMetadata` extensions'),
  })
  .refine(({kind, kubernetesNamespace}) => kind !== 'kubernetesNamespace' || kubernetesNamespace !== undefined, {
    error: 'the extension has no `kubernetesNamespace`',
  });

/** The schema of `extensions` in project.yaml and stack.yaml; null is the same as absent. */
export const Extensions = z
  .array(Extension)
  .nullish()
  .meta({
    description: 'Kusion’s form of the namespace of a stack. `namespace` in stack.yaml has the same meaning.',
    examples: [[{kubernetesNamespace: {namespace: 'shop'}, kind: 'kubernetesNamespace'}]],
  });
/** The checked `extensions` of a file. */
export type Extensions = z.infer<typeof Extensions>;

/** Returns the namespace of the last `kubernetesNamespace` extension; undefined if there is none. */
export const namespaceOf = (extensions: Extensions): string | undefined =>
  extensions?.findLast(({kind}) => kind === 'kubernetesNamespace')?.kubernetesNamespace?.namespace;
