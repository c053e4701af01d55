import {z} from 'zod';

/** The part of a plan about the versions of charts that `preview --chart` tries. */
export const ChartTrialsOutput = z.strictObject({
  charts: z.array(
    z.strictObject({
      source: z.string(),
      chart: z.string(),
      from: z.string(),
      to: z.string(),
      droppedValues: z
        .array(z.strictObject({path: z.string(), file: z.string(), line: z.int(), nearest: z.exactOptional(z.string())}))
        .meta({description: 'The values of the user that the tried version does not know any more.'}),
      defaults: z
        .array(z.strictObject({path: z.string(), before: z.exactOptional(z.json()), after: z.exactOptional(z.json())}))
        .meta({description: 'The defaults that change, and that the user does not set.'}),
    }),
  ),
  crds: z.array(z.strictObject({id: z.string(), action: z.string()})),
  images: z.array(
    z.strictObject({
      id: z.string(),
      container: z.string(),
      before: z.exactOptional(z.json()),
      after: z.exactOptional(z.json()),
    }),
  ),
});
