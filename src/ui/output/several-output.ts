import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {PlanOutput} from '../../config/documents/plan-output.ts';
import {STACK_OUTCOMES} from '../../core/stacks/stack-outcome.ts';
import {ApplyOutput} from './apply-output.ts';
import {BuildOutput, ValidateOutput} from './build-output.ts';
import {ErrorBody} from './error-output.ts';
import {StatusOutput} from './status-output.ts';

const Outcome = z.enum(STACK_OUTCOMES);

/** What a command writes with `-o json` where several stacks are selected (`drift` has a document of its own for that). */
export const SeveralOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    stacks: z
      .array(
        z.strictObject({
          project: z.string(),
          stack: z.string(),
          workspace: z.exactOptional(z.string()).meta({description: 'As far as the run got to know.'}),
          outcome: Outcome.meta({
            description:
              '`skipped`: a stack that it depends on failed. `stopped`: the run was interrupted before this one began.',
          }),
          exitCode: z.int().meta({description: 'That the command would have ended with for this stack alone.'}),
          seconds: z.number(),
          because: z.exactOptional(z.string()).meta({description: 'The stack because of which it was skipped.'}),
          result: z
            .exactOptional(z.union([PlanOutput, ApplyOutput, StatusOutput, BuildOutput, ValidateOutput]))
            .meta({description: 'What the command writes about this stack alone.'}),
          error: z.exactOptional(ErrorBody),
        }),
      )
      .meta({description: 'In the order in which they ran.'}),
    summary: z.strictObject({
      stacks: z.int(),
      outcomes: z.partialRecord(Outcome, z.int()),
      changes: z.int().meta({description: 'Of all stacks together.'}),
    }),
    diagnostics: z.array(DiagnosticOutput).meta({description: 'On the selection: stacks that were deleted.'}),
    exitCode: z.int().meta({description: 'The worst.'}),
  })
  .meta({title: 'Gantry, several stacks'});
