import {z} from 'zod';
import {FieldChangeOutput, FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';
import {MadeFromOutput, PhaseOutput} from './release-output.ts';

const Side = z.strictObject({
  revision: z.int(),
  operation: z.enum(['apply', 'destroy']),
  from: z.exactOptional(MadeFromOutput),
  phase: PhaseOutput,
  startedAt: z.string(),
  by: z.string(),
});

/** The document that `release diff -o json` writes. */
export const ReleaseDiffOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    before: Side,
    after: Side,
    summary: z.strictObject({create: z.int(), update: z.int(), delete: z.int(), unchanged: z.int()}),
    changes: z
      .array(
        z.strictObject({
          id: z.string(),
          type: z.enum(['Kubernetes', 'Terraform']),
          action: z.enum(['create', 'update', 'delete']),
          fields: z.array(FieldChangeOutput),
        }),
      )
      .meta({description: 'The changes from the first release to the second, by id.'}),
    settings: z
      .array(FieldChangeOutput)
      .meta({description: 'The changed settings of the stack: its namespace, ignore rules and health rules.'}),
  })
  .meta({title: 'Gantry release diff'});
