import {z} from 'zod';
import {ErrorBody} from './error-output.ts';
import {ClusterOutput, DiagnosticOutput, FormatVersion, SeriesOutput} from './parts.ts';

const outcome = z.enum(['done', 'failed']);

/** What `wait -o json` writes. */
export const WaitOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    lineage: z.string(),
    cluster: ClusterOutput,
    revision: z.int(),
    for: z.enum(['ready', 'deleted']),
    outcome,
    seconds: z.number(),
    objects: z.array(
      z.strictObject({id: z.string(), outcome, seconds: z.number(), failure: z.exactOptional(ErrorBody)}),
    ),
    diagnostics: z.array(DiagnosticOutput),
    error: z.exactOptional(ErrorBody),
  })
  .meta({title: 'Gantry wait'});
