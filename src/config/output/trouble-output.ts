import {z} from 'zod';

/** What the cluster itself says about an object that failed. */
export const TroubleOutput = z.strictObject({
  events: z.array(
    z.strictObject({
      object: z.string(),
      type: z.enum(['Warning', 'Normal']),
      reason: z.string(),
      message: z.string(),
      count: z.int(),
      time: z.exactOptional(z.string()),
    }),
  ),
  logs: z.array(
    z.strictObject({
      pod: z.string(),
      container: z.string(),
      previous: z.exactOptional(z.literal(true)),
      lines: z.array(z.string()),
    }),
  ),
});
