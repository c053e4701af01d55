import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';

/** Who holds a lock: in the error of a run that was refused, in the event of one that waits, in the answer of `release unlock`. */
export const LockFactsOutput = {
  holder: z.string().meta({description: 'In one line: user, host, pid, CI run.'}),
  since: z.string(),
  command: z.string(),
  user: z.string(),
  host: z.string(),
  pid: z.int(),
  run: z.exactOptional(z.string()).meta({description: 'The page of its CI run.'}),
  leaseSeconds: z.number().meta({description: 'It is taken over when it is not renewed for so long.'}),
  renewedSecondsAgo: z
    .number()
    .meta({description: 'The last renewal. Where it was not seen itself, by the clocks of both machines.'}),
  alive: z
    .enum(['renews', 'runs', 'unknown'])
    .meta({description: 'It renewed before our eyes; its process is there on this machine; or neither was seen.'}),
};

/** What `release unlock -o json` writes. */
export const ReleaseUnlockOutput = z
  .discriminatedUnion('kind', [
    z.strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('declined')}),
    z.strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('not-locked')}),
    z
      .strictObject({formatVersion: FormatVersion, ...SeriesOutput, kind: z.literal('mended')})
      .meta({description: 'It could not be read: nobody knows whose it was.'}),
    z.strictObject({
      formatVersion: FormatVersion,
      ...SeriesOutput,
      kind: z.literal('unlocked'),
      because: z.enum(['dead', 'expired', 'forced']),
      at: z.string().meta({description: 'When it was freed, as the record says.'}),
      ...LockFactsOutput,
    }),
  ])
  .meta({title: 'Gantry release unlock'});
