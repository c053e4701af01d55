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
    description: '`before` is live, `after` what the last release left. What is `yielded` is no drift.',
  }),
  addedByControllers: ChangeOutput.shape.addedByControllers,
});

/** What `drift -o json` writes. */
export const DriftOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    stacks: z.array(
      z.strictObject({
        ...SeriesOutput,
        lineage: z.string(),
        revision: z.int().meta({description: 'Of the release that live was compared with.'}),
        phase: PhaseOutput,
        appliedAt: z.string(),
        cluster: ClusterOutput,
        summary: z.record(z.enum(DRIFTS), z.int()),
        objects: z.array(ObjectDriftOutput),
        diagnostics: z.array(DiagnosticOutput),
      }),
    ),
    failed: z.array(z.strictObject({...SeriesOutput, error: ErrorBody})).meta({
      description: 'Stacks that could not be looked at.',
    }),
  })
  .meta({title: 'Gantry drift'});
