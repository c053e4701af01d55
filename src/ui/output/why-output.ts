import {z} from 'zod';
import {
  AnyJson,
  ChangeOutput,
  DiagnosticOutput,
  FieldPlace,
  FormatVersion,
  SeriesOutput,
} from '../../config/documents/parts.ts';
import {ACTIONS} from '../../core/plan/plan.ts';
import {HEALTHS} from '../../core/readiness/health.ts';
import {DiagnosisOutput} from './diagnosis-output.ts';
import {LayerOutput} from './explain-value-output.ts';

const owner = {
  manager: z.string(),
  operation: z.string().meta({description: 'The operation: Apply or Update.'}),
  apiVersion: z.string(),
  subresource: z.exactOptional(z.string()),
  time: z.exactOptional(z.string()).meta({description: 'The time of the last write to any of its fields.'}),
};

const Field = z.strictObject({
  path: z.string(),
  source: z
    .enum(['files', 'reference', 'secret', 'stack', 'gantry', 'release', 'default', 'server', 'webhook', 'manager'])
    .meta({description: 'The source of the value. For `manager`, see the owners.'}),
  at: z.exactOptional(FieldPlace).meta({description: 'The position in the files.'}),
  written: z.exactOptional(AnyJson).meta({description: 'The value in the files, with unexpanded references.'}),
  sent: z.exactOptional(AnyJson),
  live: z.exactOptional(AnyJson),
  released: z.exactOptional(AnyJson).meta({description: 'The value of the last release.'}),
  after: z.exactOptional(AnyJson).meta({description: 'The value after an apply, if it is known.'}),
  rewritten: z.exactOptional(z.literal(true)).meta({description: 'True if a webhook replaces the value.'}),
  owners: z.array(z.strictObject(owner)),
});

const Chart = z
  .strictObject({
    chart: z.string(),
    template: z.string(),
    values: z
      .array(z.strictObject({path: z.string(), at: FieldPlace, isDefault: z.exactOptional(z.boolean())}))
      .meta({description: 'The values that the field changes with. `isDefault`: a default of the chart.'}),
    isComplete: z.boolean().meta({description: 'False if not all values of the chart were tried.'}),
    isGenerated: z.exactOptional(z.boolean()).meta({description: 'True if each render has another value.'}),
  })
  .meta({description: 'The chart and its values that the field comes from.'});

const SharedSourceOutput = z.strictObject({
  id: z.string().meta({description: 'The id of the shared resource.'}),
  stack: z.string().meta({description: 'The shared stack: shared/STACK.'}),
  revision: z.exactOptional(z.int()).meta({description: 'The revision of the shared stack that the value is from.'}),
  from: z
    .exactOptional(z.string())
    .meta({description: 'The field of the shared resource. Absent if the resource only depends on it.'}),
  changed: z
    .exactOptional(z.strictObject({revision: z.int(), at: z.string(), by: z.string()}))
    .meta({description: 'The release that changed the value last. Absent: releases do not record the value.'}),
});

const Neighbour = z.strictObject({id: z.string(), because: z.string(), action: z.enum(ACTIONS)});

/** The document that `why -o json` writes. */
export const WhyOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    ...ChangeOutput.omit({type: true, fields: true}).shape,
    health: z
      .exactOptional(
        z.strictObject({health: z.enum(HEALTHS), message: z.string(), trouble: z.exactOptional(DiagnosisOutput)}),
      )
      .meta({description: 'The present status, if the object is not ready.'}),
    changes: ChangeOutput.shape.fields.meta({description: 'The differences of the resource or the field.'}),
    field: z.exactOptional(Field),
    layers: z.exactOptional(z.array(LayerOutput)).meta({
      description:
        'The layers of the field in the files, in order. The last one set the value. Absent: the files never had the field.',
    }),
    chart: z.exactOptional(Chart),
    shared: z
      .exactOptional(z.array(SharedSourceOutput))
      .meta({description: 'The shared resources that the field takes values from, or that the resource needs.'}),
    owners: z.array(z.strictObject({...owner, fields: z.int()})),
    needs: z.array(Neighbour).meta({description: 'The resources that it comes after.'}),
    neededBy: z.array(Neighbour),
    waitsFor: z.array(z.string()).meta({description: 'The resources in `needs` that an apply must change first.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry why'});
