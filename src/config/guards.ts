import {z} from 'zod';

/** The schema of the deletion limits for one plan, in stack.yaml and in workspace files. */
export const Guards = z
  .strictObject({
    maxDeletePercent: z.exactOptional(z.number().min(0).max(100)).meta({
      description:
        'The percentage of the stack that a plan may delete without confirmation. Default: 30. 100: no limit.',
    }),
    minDeletes: z
      .exactOptional(z.int().min(1))
      .meta({description: 'A plan that deletes fewer objects than this never needs confirmation. Default: 5.'}),
  })
  .nullish()
  .meta({
    description: 'The limits of deletions by one plan. The stricter limit of the stack and its workspace applies.',
    examples: [{maxDeletePercent: 30, minDeletes: 5}],
  });
/** The checked `guards` of a file. */
export type Guards = z.infer<typeof Guards>;
