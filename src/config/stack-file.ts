import {z} from 'zod';
import {SOURCES} from '../registry/sources.ts';
import {Claims} from './claims/claims.ts';
import {Extensions} from './extension.ts';
import {Guards} from './guards.ts';
import {HealthRules} from './health-rules.ts';
import {IgnoreRules} from './ignore-rules.ts';
import {Moved} from './moved.ts';
import {Labels, Name} from './names.ts';
import {SourceModel} from './sources/source-model.ts';
import {DependsOn} from './stacks/depends-on.ts';
import {StackImages} from './variation/image-model.ts';
import {StackNamespace} from './variation/namespace-model.ts';
import {StackPatches} from './variation/patch-model.ts';

/** The schema of stack.yaml. */
export const StackFile = z
  .strictObject({
    name: Name.optional().meta({description: 'The name of the stack. Default: the name of the directory.'}),
    description: z.string().optional().meta({description: 'A description for people.'}),
    labels: Labels,
    workspace: z
      .string()
      .min(1)
      .optional()
      .meta({description: 'The default workspace (a name or a file), which -w overrides.'}),
    namespace: StackNamespace.optional().meta({
      description:
        'The namespace of namespaced objects that do not set one, for every workspace or by workspace. It is created if it does not exist. `createdNamespace` decides whether a destroy deletes it.',
      examples: ['shop', '${context:namespace}', {'*': 'shop-dev', prod: 'shop'}],
    }),
    createdNamespace: z.enum(['keep', 'delete']).optional().meta({
      description:
        '`delete`: a destroy deletes the namespace if a release of this stack created it and nothing else is left in it. Default: `keep`. A namespace that existed before is never deleted.',
    }),
    sources: z
      .array(SourceModel)
      .min(1, {
        error: '`sources` is empty: list a source, or remove the key to read every manifest below the stack directory',
      })
      .optional()
      .meta({
        description: 'The sources of the resources. Default: every manifest below the stack directory.',
        examples: SOURCES.map(({name, example}) => [{[name]: example}]),
      }),
    extensions: Extensions,
    dependsOn: DependsOn,
    patches: StackPatches.nullish().meta({
      description: 'Patches of the objects from the sources.',
      examples: [[{apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}, spec: {replicas: 3}}]],
    }),
    images: StackImages.nullish().meta({
      description: 'Replacements of images, by the name that the containers use.',
      examples: [{nginx: 'nginx:1.27'}],
    }),
    ignore: IgnoreRules,
    health: HealthRules,
    restartOnChange: z.boolean().optional().meta({
      description:
        'Restart the pods of each Deployment, StatefulSet and DaemonSet when a ConfigMap or Secret that they use changes. The annotation gantry.dev/restart-on-change of a workload has priority.',
    }),
    guards: Guards,
    moved: Moved,
    claims: Claims,
  })
  .meta({
    title: 'stack.yaml',
    description: 'A stack: resources that are applied together, with their differences between workspaces.',
  });
/** A checked stack.yaml. */
export type StackFile = z.infer<typeof StackFile>;
