import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from '../../config/documents/parts.ts';
import {PlanOutput} from '../../config/documents/plan-output.ts';
import {STACK_OUTCOMES} from '../../core/stacks/stack-outcome.ts';
import {ApplyOutput} from './apply-output.ts';
import {BuildOutput, ValidateOutput} from './build-output.ts';
import {ErrorBody} from './error-output.ts';
import {StatusOutput} from './status-output.ts';

const Outcome = z.enum(STACK_OUTCOMES);

/** The JSON document of a command for several stacks (`drift` has its own document). */
export const SeveralOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    stacks: z
      .array(
        z.strictObject({
          project: z.string(),
          stack: z.string(),
          workspace: z.exactOptional(z.string()).meta({description: 'The workspace, if the run has determined it.'}),
          outcome: Outcome.meta({
            description:
              '`skipped`: a stack that it depends on failed. `deferred`: its cluster is known after the apply of another stack. `stopped`: the run was interrupted before this stack started.',
          }),
          exitCode: z.int().meta({description: 'The exit code of the command for this stack alone.'}),
          seconds: z.number(),
          because: z
            .exactOptional(z.string())
            .meta({description: 'The stack that caused the skip, or that has to be applied first.'}),
          result: z
            .exactOptional(z.union([PlanOutput, ApplyOutput, StatusOutput, BuildOutput, ValidateOutput]))
            .meta({description: 'The document of the command for this stack alone.'}),
          error: z.exactOptional(ErrorBody),
        }),
      )
      .meta({description: 'The stacks in the order in which they ran, each once for every workspace.'}),
    summary: z.strictObject({
      stacks: z.int(),
      outcomes: z.partialRecord(Outcome, z.int()),
      changes: z.int().meta({description: 'The number of changes of all stacks.'}),
    }),
    diagnostics: z
      .array(DiagnosticOutput)
      .meta({description: 'Diagnostics of the selection: stacks that were deleted.'}),
    exitCode: z.int().meta({description: 'The exit code of the worst outcome.'}),
  })
  .meta({title: 'Gantry, several stacks'});
