import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';

/** The holder of a lock, in the error of a refused run, in the event of a waiting run, and in the output of `release unlock`. */
export const LockFactsOutput = {
  holder: z.string().meta({description: 'The user, host, pid and CI run in one line.'}),
  since: z.string(),
  command: z.string(),
  user: z.string(),
  host: z.string(),
  pid: z.int(),
  run: z.exactOptional(z.string()).meta({description: 'The URL of its CI run.'}),
  leaseSeconds: z.number().meta({description: 'The lease. Without a renewal, the lock can be taken over after it.'}),
  renewedSecondsAgo: z.number().meta({
    description: 'The age of the last renewal. If it was not observed, it comes from the clocks of both machines.',
  }),
  alive: z.enum(['renews', 'runs', 'unknown']).meta({
    description: '`renews`: it renewed its lease during the check. `runs`: its process is on this machine.',
  }),
};

/** The document that `release unlock -o json` writes. */
export const ReleaseUnlockOutput = z
  .discriminatedUnion('kind', [
    z.strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('declined')}),
    z.strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('not-locked')}),
    z
      .strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('mended')})
      .meta({description: 'True if the lock could not be read, so its holder is not known.'}),
    z.strictObject({
      formatVersion: FormatVersion,
      ...SeriesOutput,
      kind: z.literal('unlocked'),
      because: z.enum(['dead', 'expired', 'forced']),
      at: z.string().meta({description: 'The time of the unlock in the record.'}),
      ...LockFactsOutput,
    }),
  ])
  .meta({title: 'Gantry release unlock'});
