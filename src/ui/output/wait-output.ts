import {z} from 'zod';
import {ClusterOutput, DiagnosticOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

const outcome = z.enum(['done', 'failed']);

/** The document that `wait -o json` writes. */
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
