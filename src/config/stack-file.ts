import {z} from 'zod';
import type {Json} from '../core/json.ts';
import {Extensions} from './extension.ts';
import {Guards} from './guards.ts';
import {HealthRules} from './health-rules.ts';
import {IgnoreRules} from './ignore-rules.ts';
import {asksForNothing, notSupported} from './issues/not-supported.ts';
import {Moved} from './moved.ts';
import {Labels, Name, Namespace} from './names.ts';
import {DependsOn} from './stacks/depends-on.ts';
import {StackImages} from './variation/image-model.ts';
import {StackPatches} from './variation/patch-model.ts';

const Source = z
  .strictObject({
    manifests: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'A glob of plain Kubernetes manifests, from the stack directory.'}),
    spec: z.string().min(1).optional().meta({description: 'A spec file in the shape of Kusion.'}),
    references: z.boolean().optional().meta({description: 'Expand ${ref:…} and $kusion_path in these manifests.'}),
    kustomize: notSupported('`kustomize` sources'),
    helm: notSupported('`helm` sources'),
    app: notSupported('`app` sources'),
    terraform: notSupported('`terraform` sources'),
  })
  .superRefine((source, context) => {
    const {references, manifests, ...kinds} = source;
    const named = [manifests, ...Object.values(kinds)].filter((kind) => !asksForNothing(kind as Json));
    if (named.length !== 1) context.addIssue({code: 'custom', message: 'a source has one of `manifests` and `spec`'});
    else if (references !== undefined && manifests === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['references'],
        message: '`references` belongs to `manifests`: in a spec file they are always expanded',
      });
    }
  });

export const StackFile = z
  .strictObject({
    name: Name.optional().meta({description: "Default: the directory's name."}),
    description: z.string().optional(),
    labels: Labels,
    workspace: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'The workspace (a name or a file) that is used without -w.'}),
    namespace: Namespace.optional().meta({
      description: 'Filled into namespaced objects that have none. It is made if it is missing, and never deleted.',
    }),
    sources: z
      .array(Source)
      .min(1, {error: '`sources` is empty: remove it to read every manifest below the stack directory'})
      .optional(),
    extensions: Extensions,
    dependsOn: DependsOn,
    patches: StackPatches.nullish().meta({description: 'Parts of objects that are laid over the sources.'}),
    images: StackImages.nullish().meta({description: 'Other images, by the name that containers give.'}),
    ignore: IgnoreRules,
    health: HealthRules,
    guards: Guards,
    moved: Moved,
  })
  .meta({title: 'stack.yaml'});
export type StackFile = z.infer<typeof StackFile>;
