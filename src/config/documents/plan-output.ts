import {z} from 'zod';
import {ChangeOutput, ClusterOutput, DiagnosticOutput, FormatVersion, SummaryOutput} from './parts.ts';

/** What `preview -o json` writes. */
export const PlanOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.string(),
    lineage: z.string(),
    revision: z.int().meta({description: 'The revision that applying this plan would record.'}),
    cluster: ClusterOutput,
    summary: SummaryOutput,
    changes: z.array(ChangeOutput).meta({description: 'In the order in which they will run.'}),
    untrusted: z
      .strictObject({
        base: z.string().meta({description: 'The base, as people call it: `main`.'}),
        commit: z.string().meta({description: 'Workspaces and project.yaml are those of this commit.'}),
        notVerified: z.int().meta({description: 'How many objects the server was not asked about.'}),
      })
      .exactOptional()
      .meta({description: 'Present in untrusted mode.'}),
    diagnostics: z.array(DiagnosticOutput),
    digest: z.string().meta({description: 'sha256 of everything above in canonical JSON.'}),
  })
  .meta({title: 'Gantry plan'});
