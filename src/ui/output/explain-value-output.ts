import {z} from 'zod';
import {AnyJson, DiagnosticOutput, FormatVersion, PositionOutput} from '../../config/documents/parts.ts';

const Layer = z.strictObject({
  layer: z.enum(['source', 'context', 'patch', 'images', '--image', 'namespace']),
  at: z.exactOptional(PositionOutput),
  value: z.exactOptional(AnyJson).meta({description: 'What the layer left there. Absent: it took the field away.'}),
  op: z.exactOptional(z.string()).meta({description: 'What a patch does: `merge`, or `replace /spec/replicas`.'}),
  same: z.exactOptional(z.literal(true)).meta({description: 'It says what there was.'}),
  context: z
    .exactOptional(z.array(z.strictObject({key: z.string(), at: z.exactOptional(PositionOutput)})))
    .meta({description: 'The values of the context of the workspace that are in it.'}),
  instead: z.exactOptional(PositionOutput).meta({description: 'Where stack.yaml says another image.'}),
});

/** What `build --explain ID#PATH -o json` writes. */
export const ExplainValueOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()),
    id: z.string(),
    path: z.string(),
    value: z.exactOptional(AnyJson).meta({description: 'Absent: the last layer took the field away.'}),
    sensitive: z.exactOptional(z.literal(true)),
    layers: z.array(Layer).meta({description: 'In their order: the last one set the value.'}),
    references: z.array(
      z.strictObject({text: z.string(), id: z.string(), path: z.string(), value: z.exactOptional(AnyJson)}),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry build --explain'});
