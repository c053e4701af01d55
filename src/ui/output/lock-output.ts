import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';

/** The holder of a lock: in the error of a refused run, in the event of a waiting run, and in the result of `release unlock`. */
export const LockFactsOutput = {
  holder: z.string().meta({description: 'The holder in one line: user, host, pid, CI run.'}),
  since: z.string(),
  command: z.string(),
  user: z.string(),
  host: z.string(),
  pid: z.int(),
  run: z.exactOptional(z.string()).meta({description: 'The address of its CI run.'}),
  leaseSeconds: z.number().meta({description: 'The lock is taken over if it is not renewed for this time.'}),
  renewedSecondsAgo: z.number().meta({
    description:
      'Time since the last renewal. If no renewal was observed, it is computed from the clocks of both machines.',
  }),
  alive: z.enum(['renews', 'runs', 'unknown']).meta({
    description: '`renews`: a renewal was observed; `runs`: its process runs on this machine; `unknown`: neither.',
  }),
};

/** The JSON document of `release unlock`. */
export const ReleaseUnlockOutput = z
  .discriminatedUnion('kind', [
    z.strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('declined')}),
    z.strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('not-locked')}),
    z
      .strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('mended')})
      .meta({description: 'The lock could not be read, so its holder is unknown.'}),
    z.strictObject({
      formatVersion: FormatVersion,
      ...SeriesOutput,
      kind: z.literal('unlocked'),
      because: z.enum(['dead', 'expired', 'forced']),
      at: z.string().meta({description: 'The recorded time when it was freed.'}),
      ...LockFactsOutput,
    }),
  ])
  .meta({title: 'Gantry release unlock'});
