import {z} from 'zod';
import {
  ChangeOutput,
  ClusterOutput,
  DiagnosticOutput,
  FormatVersion,
  SeriesOutput,
} from '../../config/documents/parts.ts';
import {DRIFTS} from '../../core/plan/drift.ts';
import {ErrorBody} from './error-output.ts';
import {PhaseOutput} from './release-output.ts';

const ObjectDriftOutput = z.strictObject({
  id: z.string(),
  type: ChangeOutput.shape.type,
  drift: z.enum(DRIFTS),
  reason: z.exactOptional(z.string()),
  fields: ChangeOutput.shape.fields.meta({
    description: '`before` is the live value, `after` that of the last release. A `yielded` field is not drift.',
  }),
  addedByControllers: ChangeOutput.shape.addedByControllers,
});

/** The drift of one stack in JSON outputs. */
export const StackDriftOutput = z.strictObject({
  ...SeriesOutput,
  lineage: z.string(),
  revision: z.int().meta({description: 'The revision of the release that the live objects were compared with.'}),
  phase: PhaseOutput,
  appliedAt: z.string(),
  cluster: ClusterOutput,
  summary: z.record(z.enum(DRIFTS), z.int()),
  objects: z.array(ObjectDriftOutput),
  diagnostics: z.array(DiagnosticOutput),
});

/** The document that `drift -o json` writes. */
export const DriftOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    stacks: z.array(StackDriftOutput),
    failed: z.array(z.strictObject({...SeriesOutput, error: ErrorBody})).meta({
      description: 'The stacks that could not be checked.',
    }),
    diagnostics: z
      .exactOptional(z.array(DiagnosticOutput))
      .meta({description: 'Notifications of `--notify` that were not delivered.'}),
  })
  .meta({title: 'Gantry drift'});
