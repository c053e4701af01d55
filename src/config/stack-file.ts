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
    kustomize: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'A directory with a kustomization, from the stack directory.'}),
    references: z.boolean().optional().meta({description: 'Expand ${ref:…} and $kusion_path in these manifests.'}),
    remote: z.boolean().optional().meta({description: 'The kustomization may fetch bases and files.'}),
    helm: notSupported('`helm` sources'),
    app: notSupported('`app` sources'),
    terraform: notSupported('`terraform` sources'),
  })
  .superRefine((source, context) => {
    const {references, remote, ...kinds} = source;
    const named = Object.values(kinds).filter((kind) => !asksForNothing(kind as Json));
    const issue = (message: string, ...path: string[]) => context.addIssue({code: 'custom', path, message});
    if (named.length !== 1) return issue('a source has one of `manifests`, `kustomize` and `spec`');
    if (references !== undefined && source.spec !== undefined) {
      issue(
        '`references` belongs to `manifests` and `kustomize`: in a spec file they are always expanded',
        'references',
      );
    }
    if (remote !== undefined && source.kustomize === undefined) issue('`remote` belongs to `kustomize`', 'remote');
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
      .optional()
      .meta({
        examples: [[{manifests: 'manifests/*.yaml'}], [{kustomize: 'overlays/prod'}], [{spec: 'spec.yaml'}]],
      }),
    extensions: Extensions,
    dependsOn: DependsOn,
    patches: StackPatches.nullish().meta({
      description: 'Parts of objects that are laid over the sources.',
      examples: [[{apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, spec: {replicas: 3}}]],
    }),
    images: StackImages.nullish().meta({
      description: 'Other images, by the name that containers give.',
      examples: [{nginx: 'nginx:1.27'}],
    }),
    ignore: IgnoreRules,
    health: HealthRules,
    guards: Guards,
    moved: Moved,
  })
  .meta({title: 'stack.yaml'});
export type StackFile = z.infer<typeof StackFile>;
