import {z} from 'zod';
import {Name} from '../names.ts';
import {FormatVersion, SeriesOutput} from './parts.ts';

/** The file `plans.json` in the directory that `preview --save DIR/` writes for several stacks and `apply DIR` reads. */
export const PlanSetOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    gantryVersion: z.string(),
    createdAt: z.string(),
    stacks: z
      .array(
        z.strictObject({
          ...SeriesOutput,
          project: Name,
          stack: Name,
          file: z.string().meta({description: 'The file name of the saved plan in the same directory.'}),
          digest: z.string().meta({description: 'The `digest` of the saved plan.'}),
          after: z
            .array(z.string())
            .meta({description: 'The stacks (PROJECT/STACK) that must be applied before this one.'}),
        }),
      )
      .meta({description: 'The stacks in the order in which they are applied.'}),
  })
  .meta({title: 'Gantry saved plans of several stacks'});
