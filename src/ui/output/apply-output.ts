import {z} from 'zod';
import {ClusterOutput, DiagnosticOutput, FormatVersion, SummaryOutput} from '../../config/documents/parts.ts';
import {ACTIONS} from '../../core/plan/plan.ts';
import {ErrorBody} from './error-output.ts';
import {PhaseOutput} from './release-output.ts';

const head = {
  formatVersion: FormatVersion,
  project: z.string(),
  stack: z.string(),
  workspace: z.string(),
  lineage: z.string(),
  cluster: ClusterOutput,
  summary: SummaryOutput,
  diagnostics: z.array(DiagnosticOutput),
  digest: z.string(),
};

const StepOutput = z.strictObject({
  id: z.string(),
  action: z.enum(ACTIONS),
  outcome: z.enum(['done', 'failed', 'skipped']),
  seconds: z.number(),
  because: z.exactOptional(z.string()),
  failure: z.exactOptional(ErrorBody),
});

const RollbackOutput = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('applied'),
    to: z.int().meta({description: 'The revision that was applied again.'}),
    revision: z.int().meta({description: 'The revision that the rollback recorded.'}),
    phase: PhaseOutput,
    summary: SummaryOutput,
    seconds: z.number(),
    steps: z.array(StepOutput),
    kept: z
      .array(z.strictObject({id: z.string(), because: z.string()}))
      .meta({description: 'The objects of the failed run that the rollback did not delete.'}),
    error: z.exactOptional(ErrorBody),
  }),
  z.strictObject({outcome: z.literal('stopped'), to: z.exactOptional(z.int()), error: ErrorBody}),
]);

/** The document that `apply -o json` and `destroy -o json` write. */
export const ApplyOutput = z
  .union([
    z.strictObject({...head, outcome: z.enum(['unchanged', 'declined'])}),
    z.strictObject({
      ...head,
      outcome: z.literal('applied'),
      revision: z.int(),
      operation: z.enum(['apply', 'destroy']),
      phase: PhaseOutput,
      startedAt: z.string(),
      finishedAt: z.exactOptional(z.string()),
      seconds: z.number(),
      steps: z.array(StepOutput),
      error: z.exactOptional(ErrorBody),
      rollback: z
        .exactOptional(RollbackOutput)
        .meta({description: 'The result of the automatic rollback of a failed run.'}),
    }),
  ])
  .meta({title: 'Gantry apply'});
