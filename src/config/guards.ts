import {z} from 'zod';

/** How much one plan may delete, in stack.yaml and in workspace files. */
export const Guards = z
  .strictObject({
    maxDeletePercent: z
      .exactOptional(z.number().min(0).max(100))
      .meta({description: 'A plan that deletes a greater part of the stack needs your word. Default: 30; 100: never.'}),
    minDeletes: z
      .exactOptional(z.int().min(1))
      .meta({description: 'A plan that deletes fewer objects never does. Default: 5.'}),
  })
  .nullish()
  .meta({
    description: 'How much one plan may delete. Of the stack and its workspace the stricter counts.',
    examples: [{maxDeletePercent: 30, minDeletes: 5}],
  });
/** The `guards` of a workspace. */
export type Guards = z.infer<typeof Guards>;
