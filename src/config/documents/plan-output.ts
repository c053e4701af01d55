import {z} from 'zod';
import {ChangeOutput, ClusterOutput, DiagnosticOutput, FormatVersion, SummaryOutput} from './parts.ts';

/** A stack that uses values which the plan of a shared stack changes. */
const DependantOutput = z.strictObject({
  stack: z.string().meta({description: 'PROJECT/STACK.'}),
  revision: z.int().meta({description: 'The revision that records the uses.'}),
  fields: z
    .array(
      z.strictObject({
        resource: z.string().meta({description: 'The id of the resource with the field.'}),
        path: z.string().meta({description: 'The path of the field.'}),
        from: z.exactOptional(z.string()).meta({description: 'The field of the shared resource.'}),
        of: z.string().meta({description: 'The id of the shared resource.'}),
      }),
    )
    .meta({description: 'The fields that take a changed value.'}),
  restarts: z.array(z.string()).meta({description: 'The ids of the workloads whose pods the next apply restarts.'}),
});

/** The document that `preview -o json` writes. */
export const PlanOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.string(),
    lineage: z.string(),
    revision: z.int().meta({description: 'The revision that an apply of this plan records.'}),
    cluster: ClusterOutput,
    summary: SummaryOutput,
    changes: z.array(ChangeOutput).meta({description: 'The changes in the order in which they run.'}),
    untrusted: z
      .strictObject({
        base: z.string().meta({description: 'The short name of the base branch: `main`.'}),
        commit: z.string().meta({description: 'The commit that workspaces and project.yaml are read from.'}),
        notVerified: z.int().meta({description: 'The number of objects that were not checked with the server.'}),
      })
      .exactOptional()
      .meta({description: 'Present in untrusted mode.'}),
    lookedUp: z.array(z.string()).exactOptional().meta({
      description: 'The objects and lists that charts looked up in the cluster: `v1/ConfigMap shop/region`.',
    }),
    diagnostics: z.array(DiagnosticOutput),
    digest: z.string().meta({description: 'The SHA-256 of all members above in canonical JSON.'}),
    dependants: z.array(DependantOutput).exactOptional().meta({
      description: 'The stacks that use values of this shared stack which the plan changes. Not part of the digest.',
    }),
  })
  .meta({title: 'Gantry plan'});
