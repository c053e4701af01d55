import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from './parts.ts';

/** What `import cluster -o json` writes. */
export const ImportClusterOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'What -w takes in the stack that was written.'}),
    namespaces: z.array(z.string()),
    directory: z.exactOptional(z.string()).meta({description: "The stack's directory."}),
    created: z.array(z.string()).meta({description: 'Every file that was written.'}),
    resources: z.array(
      z.strictObject({
        id: z.string(),
        file: z.exactOptional(z.string()).meta({description: "Its manifest, below the stack's directory."}),
      }),
    ),
    skipped: z
      .array(z.strictObject({id: z.string(), because: z.string()}))
      .meta({description: 'What is not written, except for what the cluster and its controllers make.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import cluster'});

/** What `import helm -o json` writes. */
export const ImportHelmOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'What -w takes in the stack that was written.'}),
    release: z.strictObject({
      name: z.string(),
      namespace: z.string(),
      revision: z.number().int().min(1),
      status: z.string().meta({description: '`deployed`, `failed` … as Helm recorded it.'}),
      chart: z.string(),
    }),
    directory: z.exactOptional(z.string()).meta({description: "The stack's directory."}),
    created: z.array(z.string()).meta({description: 'Every file that was written.'}),
    resources: z.array(
      z.strictObject({
        id: z.string(),
        file: z.exactOptional(z.string()).meta({description: "Its manifest, below the stack's directory."}),
      }),
    ),
    skipped: z
      .array(z.strictObject({id: z.string(), because: z.string()}))
      .meta({description: 'Secrets and hooks that are not written.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import helm'});
