import {z} from 'zod';
import {DiagnosticOutput, FormatVersion} from './parts.ts';

const TroubleOutput = z
  .strictObject({
    events: z.array(
      z.strictObject({
        object: z.string().meta({description: 'Kind and name.'}),
        type: z.enum(['Warning', 'Normal']),
        reason: z.string(),
        message: z.string(),
        count: z.int(),
        time: z.exactOptional(z.string()).meta({description: 'When it was last seen.'}),
      }),
    ),
    logs: z.array(
      z.strictObject({
        pod: z.string(),
        container: z.string(),
        previous: z.exactOptional(z.literal(true)).meta({description: 'Of the run before the last restart.'}),
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({id: 'trouble', description: 'What the cluster says of an object that failed or was not ready in time.'});

/** A failure in words, with its facts: each code adds its own fields. */
export const ErrorBody = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    hint: z.exactOptional(z.string()),
    diagnostics: z.array(DiagnosticOutput),
    trouble: z.exactOptional(TroubleOutput),
  })
  .meta({id: 'error'});

/** What stands on stdout with `-o json` when a command failed. */
export const ErrorOutput = z
  .strictObject({formatVersion: FormatVersion, error: ErrorBody})
  .meta({title: 'Gantry error'});
