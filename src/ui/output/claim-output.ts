import {z} from 'zod';

/** A recipe of a shared stack for claims in JSON outputs of releases. */
export const ClaimOutput = z.strictObject({
  type: z.string(),
  class: z.exactOptional(z.string()),
  recipe: z.string().meta({description: 'The keyed digest of the recipe that the owner applied.'}),
  made: z
    .exactOptional(
      z.strictObject({
        resources: z.array(z.string()).meta({description: 'The ids of the resources.'}),
        for: z
          .exactOptional(z.string())
          .meta({description: 'The first stack that claimed it: PROJECT/STACK. Absent: the owner made it.'}),
      }),
    )
    .meta({description: 'The resources that were made by the recipe. Absent: no stack has claimed it.'}),
});
