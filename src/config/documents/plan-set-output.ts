import {z} from 'zod';
import {Name} from '../names.ts';
import {FormatVersion, SeriesOutput} from './parts.ts';

/** `plans.json` in the directory that `preview --save DIR/` writes for several stacks, and `apply DIR` takes. */
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
          file: z.string().meta({description: 'The saved plan, in the same directory.'}),
          digest: z.string().meta({description: 'The one that the saved plan has of itself.'}),
          after: z.array(z.string()).meta({description: 'PROJECT/STACK of those without which it is not applied.'}),
        }),
      )
      .meta({description: 'In the order in which they are applied.'}),
  })
  .meta({title: 'Gantry saved plans of several stacks'});
