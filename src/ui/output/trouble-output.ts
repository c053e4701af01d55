import {z} from 'zod';

/** What the cluster itself says about an object. */
export const TroubleOutput = z
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
