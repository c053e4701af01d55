import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {PlanOutput} from '../../config/documents/plan-output.ts';
import {LockedModule} from '../../config/sources/fetched/locked-module-model.ts';
import {TerraformLockModel} from '../../config/terraform-lock-model.ts';
import {ErrorBody} from './error-output.ts';

const Repository = z.strictObject({
  name: z.exactOptional(z.string()).meta({description: 'Absent: only a stack or a flag names the repository.'}),
  url: z.string(),
});

const HEAD = {formatVersion: FormatVersion, project: z.string(), stack: z.string()};
const Source = z.string().meta({description: 'The release, else the name of the chart.'});
const Digest = z.string().meta({description: 'The digest of the archive: `sha256:…`.'});

/** The document that `chart search -o json` writes. */
export const ChartSearchOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    charts: z
      .array(
        z.strictObject({
          repository: Repository,
          name: z.string(),
          description: z.string(),
          version: z.string(),
          appVersion: z.exactOptional(z.string()),
          created: z.exactOptional(z.string()),
          deprecated: z.exactOptional(z.literal(true)),
        }),
      )
      .meta({description: 'The charts, best match first.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry chart search'});

const Dependency = z.strictObject({
  name: z.string(),
  version: z.string(),
  repository: z.exactOptional(z.string()),
  alias: z.exactOptional(z.string()),
});

/** The document that `chart show -o json` writes. */
export const ChartShowOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    name: z.string(),
    version: z.string(),
    appVersion: z.exactOptional(z.string()),
    kubeVersion: z.exactOptional(z.string()),
    type: z.exactOptional(z.string()),
    description: z.exactOptional(z.string()),
    home: z.exactOptional(z.string()),
    deprecated: z.exactOptional(z.literal(true)),
    dependencies: z.array(Dependency),
    crds: z.array(z.string()).meta({description: 'The names of the custom resource definitions in `crds/`.'}),
    versions: z.array(z.string()).meta({description: 'The newest versions, newest first.'}),
    images: z
      .exactOptional(z.array(z.string()))
      .meta({description: 'The images with the default values. Absent: the chart cannot be rendered with them.'}),
    values: z.string().meta({description: 'The text of values.yaml.'}),
    readme: z.string(),
    notes: z.string().meta({description: 'The template of the notes.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry chart show'});

/** The document that `chart add -o json` writes. */
export const ChartAddOutput = z
  .strictObject({
    ...HEAD,
    source: Source,
    chart: z.string(),
    version: z.string(),
    written: z.array(z.string()).meta({description: 'The files that were written.'}),
    plan: z.exactOptional(PlanOutput).meta({description: 'Absent: no workspace is chosen, or see `error`.'}),
    diagnostics: z.array(DiagnosticOutput),
    error: z.exactOptional(ErrorBody).meta({description: 'The reason why the stack with the chart has no plan.'}),
  })
  .meta({title: 'Gantry chart add'});

/** The document that `chart values -o json` writes. */
export const ChartValuesOutput = z
  .strictObject({
    ...HEAD,
    workspace: z.exactOptional(z.string()),
    source: Source,
    chart: z.string(),
    version: z.string(),
    values: z.array(
      z.strictObject({
        path: z.string(),
        value: z.json().meta({description: '`***` if it is or may be a secret.'}),
        from: z.enum(['chart', 'file', 'values', 'set']).meta({
          description: 'The defaults of the chart, a values file, or `values` or `set` in stack.yaml.',
        }),
        file: z.string(),
        line: z.int(),
      }),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry chart values'});

/** The document that `chart outdated -o json` writes. */
export const ChartOutdatedOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    charts: z.array(
      z.strictObject({
        project: z.string(),
        stack: z.string(),
        source: Source,
        repository: z.string().meta({description: 'The repository, or the address in a registry.'}),
        chart: z.string(),
        wanted: z.exactOptional(z.string()).meta({description: 'The version or the range in stack.yaml.'}),
        used: z
          .exactOptional(z.string())
          .meta({description: 'The locked version, else the one that a build would use.'}),
        isLocked: z.boolean(),
        newestInRange: z.exactOptional(z.string()),
        newest: z.exactOptional(z.string()),
        state: z.enum(['current', 'update', 'upgrade', 'unknown']).meta({
          description: '`update`: a newer version is in the range. `upgrade`: one is outside of the range.',
        }),
      }),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry chart outdated'});

/** The document that `chart lock -o json` writes. */
export const ChartLockOutput = z
  .strictObject({
    ...HEAD,
    file: z.string().meta({description: 'The path of charts.lock.yaml.'}),
    changed: z.boolean(),
    charts: z.array(
      z.strictObject({
        source: Source,
        chart: z.string(),
        wanted: z.exactOptional(z.string()),
        version: z.string(),
        before: z.exactOptional(z.string()).meta({description: 'The version that was locked.'}),
        digest: z.exactOptional(Digest),
      }),
    ),
    sources: z.exactOptional(
      z.array(
        z.strictObject({
          git: z.exactOptional(z.string()),
          oci: z.exactOptional(z.string()),
          wanted: z.exactOptional(z.string()).meta({description: 'The ref, the tag or the range in stack.yaml.'}),
          pin: z.string().meta({description: 'The commit or the digest in the lock file.'}),
        }),
      ),
    ),
    modules: z.exactOptional(z.array(LockedModule)).meta({description: 'The published modules in the lock file.'}),
    cluster: z.exactOptional(z.string()).meta({description: 'The version of the cluster in the lock file.'}),
    terraform: z.exactOptional(TerraformLockModel),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry chart lock'});

/** The document that `chart vendor -o json` writes. */
export const ChartVendorOutput = z
  .strictObject({
    ...HEAD,
    charts: z.array(
      z.strictObject({
        source: Source,
        chart: z.string(),
        version: z.string(),
        digest: Digest,
        file: z.string(),
        changed: z.boolean().meta({description: 'False if the same archive was already there.'}),
      }),
    ),
  })
  .meta({title: 'Gantry chart vendor'});

const ChartTrials = z.strictObject({
  charts: z.array(
    z.strictObject({
      source: z.string(),
      chart: z.string(),
      from: z.string(),
      to: z.string(),
      droppedValues: z
        .array(
          z.strictObject({path: z.string(), file: z.string(), line: z.int(), nearest: z.exactOptional(z.string())}),
        )
        .meta({description: 'The values of the user that the tried version does not know any more.'}),
      defaults: z
        .array(z.strictObject({path: z.string(), before: z.exactOptional(z.json()), after: z.exactOptional(z.json())}))
        .meta({description: 'The defaults that change, and that the user does not set.'}),
    }),
  ),
  crds: z.array(z.strictObject({id: z.string(), action: z.string()})),
  images: z.array(
    z.strictObject({
      id: z.string(),
      container: z.string(),
      before: z.exactOptional(z.json()),
      after: z.exactOptional(z.json()),
    }),
  ),
});

/** The document that `preview --chart -o json` writes: a plan, and what the tried versions change besides it. */
export const ChartPreviewOutput = PlanOutput.extend({
  trials: ChartTrials.meta({description: 'The changes by the tried versions, besides the plan.'}),
}).meta({title: 'Gantry preview of charts'});
