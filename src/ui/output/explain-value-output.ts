import {z} from 'zod';
import {AnyJson, DiagnosticOutput, FormatVersion, PositionOutput} from '../../config/documents/parts.ts';

const Layer = z.strictObject({
  layer: z.enum(['source', 'context', 'patch', 'images', '--image', 'namespace']),
  at: z.exactOptional(PositionOutput),
  value: z.exactOptional(AnyJson).meta({description: 'The value after it. Absent: it removed the field.'}),
  op: z.exactOptional(z.string()).meta({description: 'A patch operation: `merge`, `replace /spec/replicas`.'}),
  same: z.exactOptional(z.literal(true)).meta({description: 'The layer sets the value that was already there.'}),
  context: z
    .exactOptional(z.array(z.strictObject({key: z.string(), at: z.exactOptional(PositionOutput)})))
    .meta({description: 'The values of the context of the workspace that it contains.'}),
  instead: z.exactOptional(PositionOutput).meta({description: 'The place where stack.yaml sets another image.'}),
});

/** The JSON document of `build --explain ID#PATH`. */
export const ExplainValueOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()),
    id: z.string(),
    path: z.string(),
    value: z.exactOptional(AnyJson).meta({description: 'The final value. Absent: the last layer removed the field.'}),
    sensitive: z.exactOptional(z.literal(true)),
    layers: z.array(Layer).meta({description: 'The layers in their order: the last one set the value.'}),
    references: z.array(
      z.strictObject({text: z.string(), id: z.string(), path: z.string(), value: z.exactOptional(AnyJson)}),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry build --explain'});
