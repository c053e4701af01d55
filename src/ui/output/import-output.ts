import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';

/** A stack that was written. */
const Written = {
  directory: z.exactOptional(z.string()).meta({description: "The stack's directory."}),
  created: z.array(z.string()).meta({description: 'Every file that was written.'}),
  resources: z.array(
    z.strictObject({
      id: z.string(),
      file: z.exactOptional(z.string()).meta({description: "Its manifest, below the stack's directory."}),
    }),
  ),
};

/** What `import cluster -o json` writes. */
export const ImportClusterOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'What -w takes in the stack that was written.'}),
    namespaces: z.array(z.string()),
    ...Written,
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
    ...Written,
    skipped: z
      .array(z.strictObject({id: z.string(), because: z.string()}))
      .meta({description: 'Secrets and hooks that are not written.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import helm'});

const Count = z.number().int().min(0);

/** What `import kusion -o json` writes. */
export const ImportKusionOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    dryRun: z.boolean().meta({description: 'true: nothing was written.'}),
    sources: z.array(z.string()),
    created: z.array(z.string()).meta({description: 'Every file that was written.'}),
    unchanged: z.array(z.string()).meta({description: 'Files that were there already, word for word.'}),
    workspaces: z
      .array(z.strictObject({name: z.string(), file: z.string(), result: z.enum(['created', 'same'])}))
      .meta({description: 'In the backend.'}),
    stacks: z.array(
      z.strictObject({
        project: z.string(),
        stack: z.string(),
        workspaces: z.array(z.string()).meta({description: 'In which Kusion applied it.'}),
        directory: z.string(),
        resources: Count,
      }),
    ),
    series: z.array(
      z.strictObject({
        project: z.string(),
        stack: z.string(),
        workspace: z.string(),
        result: z.enum(['taken', 'extended', 'same', 'ours']).meta({
          description: '`same`: an earlier import took it over. `ours`: Gantry has gone on since.',
        }),
        revision: z.exactOptional(Count).meta({description: 'The last one, of Gantry.'}),
        releases: Count.meta({description: 'How many were written, or would be.'}),
        objects: z
          .strictObject({written: Count, other: Count, stack: Count, absent: Count, unseen: Count})
          .meta({description: 'Those of the last release: live and written by Kusion, live and not, in a stack …'}),
      }),
    ),
    left: z
      .array(z.strictObject({what: z.string(), where: z.string(), because: z.string()}))
      .meta({description: 'By name: what has no place in Gantry.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import kusion'});
