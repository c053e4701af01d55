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
  time: z.exactOptional(z.string()).meta({description: 'When it last wrote any of its fields.'}),
};

const Field = z.strictObject({
  path: z.string(),
  source: z
    .enum(['files', 'reference', 'secret', 'stack', 'gantry', 'release', 'default', 'server', 'webhook', 'manager'])
    .meta({description: 'Who gives the value; of `manager` the owners tell who.'}),
  at: z.exactOptional(FieldPlace).meta({description: 'Where it is written.'}),
  written: z.exactOptional(AnyJson).meta({description: 'As it is written, references unresolved.'}),
  sent: z.exactOptional(AnyJson),
  live: z.exactOptional(AnyJson),
  released: z.exactOptional(AnyJson).meta({description: 'What the last release left.'}),
  after: z.exactOptional(AnyJson).meta({description: 'What an apply would leave, as far as it is known.'}),
  rewritten: z.exactOptional(z.literal(true)).meta({description: 'A webhook writes another value in its place.'}),
  owners: z.array(z.strictObject(owner)),
});

const Neighbour = z.strictObject({id: z.string(), because: z.string(), action: z.enum(ACTIONS)});

/** What `why -o json` writes. */
export const WhyOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    ...ChangeOutput.omit({type: true, fields: true}).shape,
    health: z
      .exactOptional(
        z.strictObject({health: z.enum(HEALTHS), message: z.string(), trouble: z.exactOptional(TroubleOutput)}),
      )
      .meta({description: 'How it is now, where it is not ready.'}),
    changes: ChangeOutput.shape.fields.meta({description: 'What differs: of the resource, or of the field.'}),
    field: z.exactOptional(Field),
    owners: z.array(z.strictObject({...owner, fields: z.int()})),
    needs: z.array(Neighbour).meta({description: 'What it comes after.'}),
    neededBy: z.array(Neighbour),
    waitsFor: z.array(z.string()).meta({description: 'Of `needs`, what an apply must do first.'}),
    diagnostics: z.array(DiagnosticOutput),
  })
  .meta({title: 'Gantry why'});
