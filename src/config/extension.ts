import {z} from 'zod';
import {notSupported} from './issues/not-supported.ts';
import {Namespace} from './names.ts';

/** Kusion's way to say a stack's namespace; the stack's own `namespace` says the same. */
const Extension = z
  .strictObject({
    kind: z.enum(['kubernetesNamespace', 'kubernetesMetadata']).meta({description: 'Which extension it is.'}),
    kubernetesNamespace: z
      .strictObject({namespace: Namespace.meta({description: 'The name of the namespace.'})})
      .optional()
      .meta({description: 'The namespace of the stack.'}),
    kubernetesMetadata: notSupported('`kubernetesMetadata` extensions'),
  })
  .refine(({kind, kubernetesNamespace}) => kind !== 'kubernetesNamespace' || kubernetesNamespace !== undefined, {
    error: 'the extension says no `kubernetesNamespace`',
  });

/** `extensions` of a resource in a spec; null counts as none. */
export const Extensions = z
  .array(Extension)
  .nullish()
  .meta({
    description: 'Kusion’s way to name the namespace of a stack; `namespace` of stack.yaml does the same.',
    examples: [[{kubernetesNamespace: {namespace: 'shop'}, kind: 'kubernetesNamespace'}]],
  });
/** The `extensions` of a resource, null where the file says so. */
export type Extensions = z.infer<typeof Extensions>;

/** The last kubernetesNamespace wins; undefined if there is none. */
export const namespaceOf = (extensions: Extensions): string | undefined =>
  extensions?.findLast(({kind}) => kind === 'kubernetesNamespace')?.kubernetesNamespace?.namespace;
