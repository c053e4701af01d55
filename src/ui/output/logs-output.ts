import {z} from 'zod';
import {DiagnosticOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';

/** The document that `logs -o json` writes; with `-o jsonl` each line is a `log` event. */
export const LogsOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    revision: z.int(),
    pods: z.int(),
    containers: z.int().meta({description: 'Number of containers that were read.'}),
    lines: z.int(),
    diagnostics: z.array(DiagnosticOutput),
    log: z.exactOptional(
      z.array(
        z.strictObject({
          id: z.string().meta({description: 'The id of the resource that the pod belongs to.'}),
          pod: z.string(),
          container: z.string(),
          line: z.string(),
          time: z.exactOptional(z.string()),
        }),
      ),
    ),
  })
  .meta({title: 'Gantry logs'});
