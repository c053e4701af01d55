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
import {TroubleOutput} from './trouble-output.ts';

const owner = {
  manager: z.string(),
  operation: z.string().meta({description: 'Apply or Update.'}),
  apiVersion: z.string(),
  subresource: z.exactOptional(z.string()),
  time: z.exactOptional(z.string()).meta({description: 'The time when it last wrote any of its fields.'}),
};

const Field = z.strictObject({
  path: z.string(),
  source: z
    .enum(['files', 'reference', 'secret', 'stack', 'gantry', 'release', 'default', 'server', 'webhook', 'manager'])
    .meta({description: 'The source of the value; for `manager`, see the owners.'}),
  at: z.exactOptional(FieldPlace).meta({description: 'The place where it is written.'}),
  written: z.exactOptional(AnyJson).meta({description: 'The value as it is written, with unresolved references.'}),
  sent: z.exactOptional(AnyJson),
  live: z.exactOptional(AnyJson),
  released: z.exactOptional(AnyJson).meta({description: 'The value of the last release.'}),
  after: z.exactOptional(AnyJson).meta({description: 'The value after an apply, as far as it is known.'}),
  rewritten: z.exactOptional(z.literal(true)).meta({description: 'A webhook replaces the value.'}),
  owners: z.array(z.strictObject(owner)),
});

const Neighbour = z.strictObject({id: z.string(), because: z.string(), action: z.enum(ACTIONS)});

/** The JSON document of `why`. */
export const WhyOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    ...ChangeOutput.omit({type: true, fields: true}).shape,
    health: z
      .exactOptional(
        z.strictObject({health: z.enum(HEALTHS), message: z.string(), trouble: z.exactOptional(TroubleOutput)}),
      )
      .meta({description: 'The current health, if the resource is not ready.'}),
    changes: ChangeOutput.shape.fields.meta({description: 'The changes of the resource, or of the field.'}),
    field: z.exactOptional(Field),
    owners: z.array(z.strictObject({...owner, fields: z.int()})),
    needs: z.array(Neighbour).meta({description: 'The resources that it comes after.'}),
    neededBy: z.array(Neighbour),
    waitsFor: z.array(z.string()).meta({description: 'The entries of `needs` that an apply has to change first.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry why'});
