import {z} from 'zod';

/** The warnings and logs that the cluster has about an object. */
export const TroubleOutput = z
  .strictObject({
    events: z.array(
      z.strictObject({
        object: z.string().meta({description: 'The kind and the name.'}),
        type: z.enum(['Warning', 'Normal']),
        reason: z.string(),
        message: z.string(),
        count: z.int(),
        time: z.exactOptional(z.string()).meta({description: 'The time when it was last seen.'}),
      }),
    ),
    logs: z.array(
      z.strictObject({
        pod: z.string(),
        container: z.string(),
        previous: z.exactOptional(z.literal(true)).meta({description: 'The log of the run before the last restart.'}),
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({id: 'trouble', description: 'Warnings and logs of an object that failed or was not ready in time.'});
