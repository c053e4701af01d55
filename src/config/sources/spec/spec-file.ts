import {z} from 'zod';
import type {Resource} from '../../../core/resource/resource.ts';
import {PROJECT_PATTERN} from '../../../core/stacks/may-use.ts';
import {CLAIM_KEY} from '../../claims/claims.ts';
import {Context} from '../../context.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {SecretStore} from '../../secret-store.ts';

const Mapping = z.record(z.string(), z.json());

/** The type of a resource. */
export type ResourceType = Resource['type'];

const SpecResource = z.strictObject({
  id: z.string().min(1).meta({description: 'The id of the resource: apiVersion:Kind[:namespace]:name.'}),
  type: resourceType(['Kubernetes']).meta({description: 'The runtime of the resource.'}),
  attributes: Mapping.meta({description: 'The Kubernetes object.'}),
  dependsOn: z.array(z.string()).nullish().meta({
    description:
      'Ids of resources that are applied before this one; `shared:ID` for a shared resource of the workspace.',
  }),
  extensions: Mapping.nullish().superRefine(checkUsableBy).superRefine(checkClaimedAs).meta({
    description:
      'The data that Kusion stores with a resource. `usableBy: [web, pay-*]`: the projects that may use a shared resource. `claimedAs: postgres/small`: the type and class of a shared Terraform resource.',
  }),
});

const Projects = z.array(z.string().regex(PROJECT_PATTERN));

/** Checks who may use a shared resource. */
function checkUsableBy(extensions: z.infer<typeof Mapping> | null | undefined, context: z.RefinementCtx): void {
  const projects = extensions?.['usableBy'] ?? undefined;
  if (projects === undefined || Projects.safeParse(projects).success) return;
  const message = '`usableBy` must be a list of names of projects: `[web, pay-*]`';
  context.addIssue({code: 'custom', path: ['usableBy'], message});
}

/** Checks the type and class of a shared Terraform resource. */
function checkClaimedAs(extensions: z.infer<typeof Mapping> | null | undefined, context: z.RefinementCtx): void {
  const written = extensions?.['claimedAs'] ?? undefined;
  if (written === undefined || (typeof written === 'string' && CLAIM_KEY.test(written))) return;
  const message = '`claimedAs` must be TYPE/CLASS or TYPE, such as `postgres/small`';
  context.addIssue({code: 'custom', path: ['claimedAs'], message});
}

/** Checks the choice of a named provider: only the provider of a Terraform resource has accounts. */
function checkProvider({type, extensions}: z.infer<typeof SpecResource>, context: z.RefinementCtx): void {
  const reference = extensions?.['providerRef'];
  if (reference === undefined) return;
  const isName = typeof reference === 'string' && /^[^.]+\.[^.]+$/.test(reference);
  if (type === 'Terraform' && isName) return;
  const message =
    type === 'Terraform'
      ? '`providerRef` must be PROVIDER.NAME, such as `aws.us`'
      : '`providerRef` selects the account of a Terraform resource';
  context.addIssue({code: 'custom', path: ['extensions', 'providerRef'], message});
}

/** The schema of a spec in Kusion's form, as `kusion generate` and `gantry build` write it. */
export const SpecFile = z
  .strictObject({
    resources: z.array(SpecResource.superRefine(checkProvider)).meta({description: 'The resources, each with its id.'}),
    context: Context.nullish().meta({
      description: 'The connection values of the cluster. The context of the workspace overrides them.',
    }),
    secretStore: SecretStore,
  })
  .meta({title: 'Gantry spec', description: "Resources in Kusion's form, as `gantry build` writes them."});
/** A checked spec file. */
export type SpecFile = z.infer<typeof SpecFile>;

/** Returns the schema of the resource types that have a runtime. */
function resourceType(types: readonly ResourceType[]) {
  return z.enum(types, {
    error: ({input}) =>
      input === 'Terraform'
        ? `there is no runtime for \`Terraform\` resources: they are ${NOT_SUPPORTED}`
        : `the type of a resource must be ${types.map((type) => `\`${type}\``).join(' or ')}`,
  });
}

/** Returns the schema of a spec with the given resource types. */
export const specFileOf = (types: readonly ResourceType[]) =>
  SpecFile.extend({resources: z.array(SpecResource.extend({type: resourceType(types)}).superRefine(checkProvider))});
