import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {LineOutput} from './release-list-output.ts';

const REASONS = ['current', 'pending', 'last-succeeded', 'rollback-target', 'newest', 'younger', 'unreadable'] as const;

/** The document that `release prune -o json` writes. */
export const ReleasePruneOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    kind: z.enum(['nothing', 'dry-run', 'declined', 'pruned']),
    going: z
      .array(LineOutput.partial().required({revision: true}))
      .meta({description: 'The releases, newest first. Only the revision of an unreadable release is known.'}),
    leftovers: z.int().meta({description: 'The number of stored intents of recorded runs, which are no longer read.'}),
    kept: z.array(z.strictObject({revision: z.int(), because: z.enum(REASONS)})),
  })
  .meta({title: 'Gantry release prune'});
