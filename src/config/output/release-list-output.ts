import {z} from 'zod';
import {ErrorBody} from './error-output.ts';
import {FormatVersion, SeriesOutput, SummaryOutput} from './parts.ts';
import {MadeFromOutput, PhaseOutput} from './release-output.ts';

const lockHeld = {holder: z.string(), since: z.string(), command: z.string()};

const LineOutput = z.strictObject({
  revision: z.int(),
  operation: z.enum(['apply', 'destroy']),
  from: z.exactOptional(MadeFromOutput),
  phase: PhaseOutput,
  startedAt: z.string(),
  finishedAt: z.exactOptional(z.string()),
  by: z.string(),
  command: z.string(),
  server: z.string(),
  resources: z.int().meta({description: 'How many it left.'}),
  summary: SummaryOutput,
  current: z.boolean().meta({description: 'The one that the next plan starts from.'}),
});

/** What `release list -o json` writes. */
export const ReleaseListOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    lineage: z.exactOptional(z.string()),
    locked: z.exactOptional(z.strictObject(lockHeld)),
    releases: z.array(LineOutput).meta({description: 'Newest first.'}),
    unreadable: z.array(z.strictObject({revision: z.int(), error: ErrorBody})),
  })
  .meta({title: 'Gantry release list'});
