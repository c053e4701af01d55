import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {PlanOutput} from '../../config/documents/plan-output.ts';

/** A stack that was written. */
const Written = {
  directory: z.exactOptional(z.string()).meta({description: "The stack's directory."}),
  created: z.array(z.string()).meta({description: 'All files that were written.'}),
  resources: z.array(
    z.strictObject({
      id: z.string(),
      file: z.exactOptional(z.string()).meta({description: 'Its manifest, relative to the stack directory.'}),
    }),
  ),
};

/** The document that `import cluster -o json` writes. */
export const ImportClusterOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'The value for `-w` in the written stack.'}),
    namespaces: z.array(z.string()),
    ...Written,
    skipped: z.array(z.strictObject({id: z.string(), because: z.string()})).meta({
      description: 'Objects that were not written, without those that the cluster and its controllers create.',
    }),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import cluster'});

/** The document that `import helm -o json` writes. */
export const ImportHelmOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'The value for `-w` in the written stack.'}),
    release: z.strictObject({
      name: z.string(),
      namespace: z.string(),
      revision: z.number().int().min(1),
      status: z.string().meta({description: 'The status from Helm: `deployed`, `failed` and others.'}),
      chart: z.string(),
    }),
    ...Written,
    skipped: z
      .array(z.strictObject({id: z.string(), because: z.string()}))
      .meta({description: 'The Secrets and hooks that were not written.'}),
    plan: z
      .exactOptional(PlanOutput)
      .meta({description: 'The plan that takes the release over. Only with `--as chart`.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import helm'});

const Count = z.number().int().min(0);

/** The document that `import kusion -o json` writes. */
export const ImportKusionOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    dryRun: z.boolean().meta({description: 'True if nothing was written.'}),
    sources: z.array(z.string()),
    created: z.array(z.string()).meta({description: 'All files that were written.'}),
    unchanged: z.array(z.string()).meta({description: 'Files that already existed with the same content.'}),
    workspaces: z
      .array(z.strictObject({name: z.string(), file: z.string(), result: z.enum(['created', 'same'])}))
      .meta({description: 'The workspaces in the backend.'}),
    stacks: z.array(
      z.strictObject({
        project: z.string(),
        stack: z.string(),
        workspaces: z.array(z.string()).meta({description: 'The workspaces in which Kusion applied it.'}),
        directory: z.string(),
        applications: z.array(z.string()).meta({
          description: 'The applications of its application file. Empty: all resources are manifests.',
        }),
        resources: Count.meta({description: 'All resources: those of the applications, and the manifests.'}),
      }),
    ),
    series: z.array(
      z.strictObject({
        project: z.string(),
        stack: z.string(),
        workspace: z.string(),
        result: z.enum(['taken', 'extended', 'same', 'ours']).meta({
          description: '`same`: an earlier import took it over. `ours`: Gantry has recorded newer releases.',
        }),
        revision: z.exactOptional(Count).meta({description: 'The last revision in Gantry.'}),
        releases: Count.meta({description: 'The number of releases that were written, or would be in a dry run.'}),
        objects: z
          .strictObject({written: Count, other: Count, stack: Count, absent: Count, unseen: Count})
          .meta({description: 'Those of the last release: live and written by Kusion, live and not, in a stack …'}),
      }),
    ),
    left: z
      .array(z.strictObject({what: z.string(), where: z.string(), because: z.string()}))
      .meta({description: 'The names of the parts that were not taken over.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import kusion'});

/** The document that `import terraform -o json` writes. */
export const ImportTerraformOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    workspace: z.string(),
    workspaceFlag: z.exactOptional(z.string()).meta({description: 'The value for `-w` in the written stack.'}),
    result: z.enum(['imported', 'same']).meta({description: '`same`: an earlier import took the state over.'}),
    state: z.strictObject({
      lineage: z.string().meta({description: 'The lineage that Terraform gave the state.'}),
      serial: z.int().meta({description: 'The number of the state: it grows with each change.'}),
    }),
    revision: z.exactOptional(Count).meta({description: 'The release with the resources.'}),
    directory: Written.directory,
    created: Written.created,
    resources: z.array(
      z.strictObject({id: z.string(), address: z.string().meta({description: 'Its address in the state: it stays.'})}),
    ),
    skipped: z
      .array(z.strictObject({id: z.string(), because: z.string()}))
      .meta({description: 'The data sources and outputs of the state.'}),
    plan: z.exactOptional(PlanOutput).meta({description: 'The plan of the new stack.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry import terraform'});
