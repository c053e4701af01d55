import {z} from 'zod';
import {AnyJson, DiagnosticOutput, FormatVersion, PositionOutput} from '../../config/documents/parts.ts';
import {LAYERS} from '../../core/variation/explain-path.ts';

/** A layer that set, replaced or removed a field. */
export const LayerOutput = z.strictObject({
  layer: z.enum(LAYERS),
  at: z.exactOptional(PositionOutput),
  policy: z.exactOptional(z.string()).meta({description: 'The name of the `mutate` rule.'}),
  value: z.exactOptional(AnyJson).meta({description: 'The value after it. Absent if it removed the field.'}),
  op: z.exactOptional(z.string()).meta({
    description:
      'The operation of a patch: `merge`, or one such as `replace /spec/replicas`. The block in `modules`, such as `default`. The name of a module.',
  }),
  same: z.exactOptional(z.literal(true)).meta({description: 'The layer sets the value that the field already had.'}),
  context: z
    .exactOptional(z.array(z.strictObject({key: z.string(), at: z.exactOptional(PositionOutput)})))
    .meta({description: 'The values of the workspace’s context in the field.'}),
  instead: z.exactOptional(PositionOutput).meta({description: 'The image in stack.yaml that the flag overrides.'}),
});

/** The document that `build --explain ID#PATH -o json` writes. */
export const ExplainValueOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.exactOptional(z.string()),
    id: z.string(),
    path: z.string(),
    value: z.exactOptional(AnyJson).meta({description: 'The value. Absent if the last layer removed the field.'}),
    sensitive: z.exactOptional(z.literal(true)),
    layers: z.array(LayerOutput).meta({description: 'The layers in order. The last one set the value.'}),
    references: z.array(
      z.strictObject({text: z.string(), id: z.string(), path: z.string(), value: z.exactOptional(AnyJson)}),
    ),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry build --explain'});
