import {z} from 'zod';
import {Name} from '../names.ts';
import {FormatVersion} from './parts.ts';
import {PlanOutput} from './plan-output.ts';

const Digests = z.record(z.string(), z.string());
const Texts = z.array(z.string());

const Request = z.strictObject({
  project: Name,
  stack: Name,
  workspace: z.string().meta({description: 'The name of a workspace, or the path of its file, relative to the stack.'}),
  operation: z.literal('apply'),
  revision: z
    .exactOptional(z.union([z.literal('current'), z.int()]))
    .meta({description: 'The last release, or an earlier one, that is applied in place of the files.'}),
  specFile: z.exactOptional(z.string()).meta({description: 'The path of the spec file, relative to the stack.'}),
  permissions: z.strictObject({
    adopt: Texts,
    allowReplace: Texts,
    allowDelete: Texts,
    allowDataLoss: Texts,
    forceConflicts: Texts,
    revertAdded: z.exactOptional(Texts),
  }),
  targets: z.exactOptional(Texts),
  excludes: z.exactOptional(Texts),
  images: z.exactOptional(Texts),
  ignore: z.exactOptional(Texts),
  regenerate: z.exactOptional(Texts),
  takeOverProject: z.exactOptional(z.boolean()),
  allowEmpty: z.exactOptional(z.boolean()),
  refresh: z.exactOptional(z.boolean()).meta({
    description: 'True to record what changed at the providers of Terraform resources, where the files did not change.',
  }),
  replace: z.exactOptional(Texts).meta({
    description: 'The ids of Terraform resources that are replaced although nothing changed.',
  }),
  hooks: z
    .exactOptional(z.enum(['all', 'skip']))
    .meta({description: 'The hooks that run although nothing changed, or that do not run.'}),
});

const Bases = z.strictObject({
  spec: Digests.meta({description: 'The digest of each resource as it is written, without its secrets.'}),
  secrets: z.record(z.string(), Digests).meta({description: 'The digest of each secret value, by resource and path.'}),
  workspace: Digests.meta({description: 'The digest of each part of the workspace.'}),
  head: z.exactOptional(
    z.strictObject({revision: z.int(), release: z.exactOptional(z.string()), pending: z.exactOptional(z.string())}),
  ),
  facts: z
    .exactOptional(Digests)
    .meta({description: 'The digest of each answer of the cluster that a source was built with.'}),
  terraform: z
    .exactOptional(
      z.strictObject({
        program: z.string().meta({description: 'The version of terraform.'}),
        state: z.string(),
        inputs: z.string(),
        providers: z.string(),
      }),
    )
    .meta({
      description:
        'The inputs of the plan of Terraform: digests of its state, of its module with all values, and of the versions of its providers.',
    }),
  objects: z
    .record(
      z.string(),
      z.strictObject({
        uid: z.exactOptional(z.string()),
        live: z.exactOptional(z.string()),
        sends: z.exactOptional(z.string()),
      }),
    )
    .meta({description: 'The digests of each live object and of the object that would be sent.'}),
  awaits: z
    .exactOptional(Texts)
    .meta({description: 'Stacks that the same run applies first. Their values are known when this plan is applied.'}),
});

/** The file that `preview --save` writes and `apply PLAN` reads. All digests in `bases` are keyed by the backend. */
export const PlanFileOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    gantryVersion: z.string(),
    createdAt: z.string(),
    request: Request.meta({description: 'The flags that the plan was made with.'}),
    plan: PlanOutput.meta({description: 'The plan, as `preview -o json` writes it.'}),
    bases: Bases.meta({description: 'The inputs of the plan. If one of them changes, the plan is stale.'}),
    generated: z.exactOptional(z.string()).meta({
      description: 'The new generated values of charts, encrypted with the key of the backend.',
    }),
    terraform: z.exactOptional(z.string()).meta({
      description: 'The plan file of Terraform, encrypted with the key of the backend.',
    }),
    digest: z.string().meta({description: 'The SHA-256 of all members above in canonical JSON.'}),
    seal: z.string().meta({description: 'The HMAC of all members above with the key of the backend.'}),
  })
  .meta({title: 'Gantry saved plan'});
