import {z} from 'zod';
import {ChangeOutput, ClusterOutput, DiagnosticOutput, FormatVersion, SummaryOutput} from './parts.ts';

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
  })
  .meta({title: 'Gantry plan'});
