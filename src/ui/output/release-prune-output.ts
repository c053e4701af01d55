import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {LineOutput} from './release-list-output.ts';

const REASONS = ['current', 'pending', 'last-succeeded', 'rollback-target', 'newest', 'younger', 'unreadable'] as const;

/** What `release prune -o json` writes. */
export const ReleasePruneOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    kind: z.enum(['nothing', 'dry-run', 'declined', 'pruned']),
    going: z
      .array(LineOutput.partial().required({revision: true}))
      .meta({description: 'Newest first. Of one that cannot be read only the number is known.'}),
    leftovers: z.int().meta({description: 'Stored intents of runs that are recorded: nobody reads them.'}),
    kept: z.array(z.strictObject({revision: z.int(), because: z.enum(REASONS)})),
  })
  .meta({title: 'Gantry release prune'});
