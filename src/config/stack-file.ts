import {z} from 'zod';
import type {Json} from '../core/json.ts';
import {SOURCES, type SourceName} from '../registry/sources.ts';
import {Extensions} from './extension.ts';
import {Guards} from './guards.ts';
import {HealthRules} from './health-rules.ts';
import {IgnoreRules} from './ignore-rules.ts';
import {asksForNothing, notSupported} from './issues/not-supported.ts';
import {Moved} from './moved.ts';
import {Labels, Name, Namespace} from './names.ts';
import {listed} from './sources/listed.ts';
import type {SourceOption} from './sources/source.ts';
import {DependsOn} from './stacks/depends-on.ts';
import {StackImages} from './variation/image-model.ts';
import {StackPatches} from './variation/patch-model.ts';

const KIND_FIELDS = Object.fromEntries(
  SOURCES.map(({name, description}) => [name, z.string().min(1).optional().meta({description})]),
) as Record<SourceName, z.ZodOptional<z.ZodString>>;

const option = (name: SourceOption) => {
  const description = SOURCES.find(({options}) => options[name] !== undefined)?.options[name];
  return z.boolean().optional().meta({description});
};

const Source = z
  .strictObject({
    ...KIND_FIELDS,
    references: option('references'),
    remote: option('remote'),
    helm: notSupported('`helm` sources'),
    app: notSupported('`app` sources'),
    terraform: notSupported('`terraform` sources'),
  })
  .superRefine((source, context) => {
    const {references, remote, ...kinds} = source;
    const named = Object.values(kinds).filter((kind) => !asksForNothing(kind as Json));
    const issue = (message: string, ...path: string[]) => context.addIssue({code: 'custom', path, message});
    if (named.length !== 1) return issue(`a source must have exactly one of ${listed(SOURCES)}`);
    const kind = SOURCES.find(({name}) => source[name] !== undefined);
    for (const [name, said] of Object.entries({references, remote}) as [SourceOption, boolean | undefined][]) {
      if (said === undefined || kind === undefined || kind.options[name] !== undefined) continue;
      const because = kind.because?.[name];
      const takers = listed(SOURCES.filter(({options}) => options[name] !== undefined));
      issue(`\`${name}\` is only for ${takers}${because === undefined ? '' : `: ${because}`}`, name);
    }
  });

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
    namespace: Namespace.optional().meta({
      description:
        'The namespace of namespaced objects that do not set one. It is created if it does not exist, and never deleted.',
    }),
    sources: z
      .array(Source)
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
    guards: Guards,
    moved: Moved,
  })
  .meta({
    title: 'stack.yaml',
    description: 'A stack: resources that are applied together, with their differences between workspaces.',
  });
/** A checked stack.yaml. */
export type StackFile = z.infer<typeof StackFile>;
