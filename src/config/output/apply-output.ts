import {z} from 'zod';
import {ACTIONS} from '../../core/plan/plan.ts';
import {ErrorBody} from './error-output.ts';
import {ClusterOutput, DiagnosticOutput, FormatVersion, SummaryOutput} from './parts.ts';
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

/** What `apply -o json` and `destroy -o json` write. */
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
    }),
  ])
  .meta({title: 'Gantry apply'});
