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

/** The JSON document of `import cluster`. */
export const ImportClusterOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'What -w takes in the stack that was written.'}),
    namespaces: z.array(z.string()),
    ...Written,
    skipped: z.array(z.strictObject({id: z.string(), because: z.string()})).meta({
      description: 'Objects that are not written. Objects that the cluster and its controllers create are not listed.',
    }),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import cluster'});

/** The JSON document of `import helm`. */
export const ImportHelmOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'What -w takes in the stack that was written.'}),
    release: z.strictObject({
      name: z.string(),
      namespace: z.string(),
      revision: z.number().int().min(1),
      status: z.string().meta({description: 'The status that Helm recorded: `deployed`, `failed` …'}),
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

/** The JSON document of `import kusion`. */
export const ImportKusionOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    dryRun: z.boolean().meta({description: 'true: nothing was written.'}),
    sources: z.array(z.string()),
    created: z.array(z.string()).meta({description: 'Every file that was written.'}),
    unchanged: z.array(z.string()).meta({description: 'Files that already exist with the same content.'}),
    workspaces: z
      .array(z.strictObject({name: z.string(), file: z.string(), result: z.enum(['created', 'same'])}))
      .meta({description: 'Workspaces in the backend.'}),
    stacks: z.array(
      z.strictObject({
        project: z.string(),
        stack: z.string(),
        workspaces: z.array(z.string()).meta({description: 'The workspaces that Kusion applied it to.'}),
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
          description: '`same`: an earlier import took it over. `ours`: Gantry has made releases since then.',
        }),
        revision: z.exactOptional(Count).meta({description: 'The last revision in Gantry.'}),
        releases: Count.meta({description: 'Number of releases that were written, or would be.'}),
        objects: z.strictObject({written: Count, other: Count, stack: Count, absent: Count, unseen: Count}).meta({
          description: 'The objects of the last release: live and written by Kusion, live and not, in a stack …',
        }),
      }),
    ),
    left: z
      .array(z.strictObject({what: z.string(), where: z.string(), because: z.string()}))
      .meta({description: 'Each thing that was not taken over, by name.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import kusion'});
