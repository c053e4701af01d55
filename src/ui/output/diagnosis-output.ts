import {z} from 'zod';

/** The diagnosis of an object from the cluster. */
export const DiagnosisOutput = z
  .strictObject({
    events: z.array(
      z.strictObject({
        object: z.string().meta({description: 'The kind and the name.'}),
        type: z.enum(['Warning', 'Normal']),
        reason: z.string(),
        message: z.string(),
        count: z.int(),
        time: z.exactOptional(z.string()).meta({description: 'The time at which it was last seen.'}),
      }),
    ),
    logs: z.array(
      z.strictObject({
        pod: z.string(),
        container: z.string(),
        previous: z.exactOptional(z.literal(true)).meta({description: 'True for the log before the last restart.'}),
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({
    id: 'trouble',
    description: 'The diagnosis from the cluster for an object that failed or was not ready in time.',
  });
