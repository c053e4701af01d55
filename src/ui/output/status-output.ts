import {z} from 'zod';
import {ClusterOutput, DiagnosticOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {HEALTHS} from '../../core/readiness/health.ts';
import {DiagnosisOutput} from './diagnosis-output.ts';
import {ErrorBody} from './error-output.ts';
import {PhaseOutput} from './release-output.ts';

const operation = z.enum(['apply', 'destroy']);

const release = z.strictObject({
  revision: z.int(),
  operation,
  phase: PhaseOutput,
  startedAt: z.string(),
  finishedAt: z.exactOptional(z.string()),
  by: z.string(),
});

const run = z
  .exactOptional(
    z.strictObject({
      revision: z.int(),
      operation,
      phase: PhaseOutput,
      startedAt: z.string(),
      by: z.string(),
      alive: z.boolean(),
    }),
  )
  .meta({description: 'The run that has begun and has not ended: it is running, or it was interrupted.'});

const locked = z.exactOptional(z.strictObject({holder: z.string(), since: z.string(), command: z.string()}));

/** The status of one stack in one workspace. */
export const Status = z.strictObject({
  formatVersion: FormatVersion,
  ...SeriesOutput,
  lineage: z.string(),
  cluster: ClusterOutput,
  release,
  run,
  locked,
  healthy: z.boolean().meta({description: 'True if all checked objects are ready.'}),
  summary: z.record(z.enum(HEALTHS), z.int()),
  objects: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      namespace: z.exactOptional(z.string()),
      name: z.string(),
      health: z.enum(HEALTHS),
      message: z.string(),
      trouble: z.exactOptional(DiagnosisOutput),
    }),
  ),
  diagnostics: z.array(DiagnosticOutput),
  error: z
    .exactOptional(ErrorBody)
    .meta({description: 'Present if the cluster is unreachable. The health of all objects is then unknown.'}),
});

const AllStatus = z.strictObject({
  formatVersion: FormatVersion,
  stacks: z.array(
    z.strictObject({
      ...SeriesOutput,
      release: z.exactOptional(release).meta({description: 'Absent before the first run has ended.'}),
      run,
      locked,
      resources: z.int().meta({description: 'The number of resources of the last release.'}),
      healthy: z.exactOptional(z.boolean()).meta({description: 'Absent if it is not known; `error` is the reason.'}),
      summary: z.exactOptional(z.record(z.enum(HEALTHS), z.int())),
      error: z.exactOptional(ErrorBody),
    }),
  ),
});

/** The document that `status -o json` writes; for all stacks of a backend the second. */
export const StatusOutput = z.union([Status, AllStatus]).meta({title: 'Gantry status'});
