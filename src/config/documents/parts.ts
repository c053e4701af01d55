import {z} from 'zod';
import type {Json} from '../../core/json.ts';
import {ACTIONS} from '../../core/plan/plan.ts';

/** Any JSON value. `z.json()` would spell out the recursion, and readers of a schema know what JSON is. */
export const AnyJson = z.custom<Json>().meta({id: 'json', description: 'Any JSON value.'});
/** An object with any keys, in schemas of outputs. */
export const AnyObject = z.record(z.string(), AnyJson);

/** The version of a JSON output; it rises with incompatible changes. */
export const FormatVersion = z.literal(1).meta({description: 'Readers refuse a version that they do not know.'});

/** A place in a file, in JSON outputs. */
export const PositionOutput = z.strictObject({
  file: z.string(),
  line: z.int().meta({description: 'Counts from 1.'}),
  column: z.int().meta({description: 'Counts from 1.'}),
  endColumn: z.int().meta({description: 'Exclusive.'}),
  text: z.string().meta({description: 'The whole line.'}),
});

/** A diagnostic in JSON outputs. */
export const DiagnosticOutput = z
  .strictObject({
    severity: z.enum(['error', 'warning', 'note']),
    code: z.string().meta({description: 'A stable name, <area>/<what>.'}),
    message: z.string(),
    at: z.exactOptional(PositionOutput),
    resource: z.exactOptional(z.string()),
    path: z.exactOptional(z.string()),
    hint: z.exactOptional(z.string()),
  })
  .meta({id: 'diagnostic'});

/** The cluster in JSON outputs; `method` tells what its identity was taken from. */
export const ClusterOutput = z
  .strictObject({
    server: z.string(),
    identity: z.string(),
    method: z.enum(['kube-system-uid', 'namespace-uid', 'server-and-ca']),
    namespace: z.exactOptional(z.string()).meta({description: 'The one whose uid it is.'}),
    version: z.string(),
  })
  .meta({id: 'cluster'});

/** Counts of a plan by action, in JSON outputs. */
export const SummaryOutput = z.record(z.enum([...ACTIONS, 'blocked']), z.int()).meta({id: 'summary'});

/** The place of a field's value; line and column count from 1. */
export const FieldPlace = z.strictObject({file: z.string(), line: z.int(), column: z.int()});

/** One changed field in JSON outputs; `cause` tells who wants the change. */
export const FieldChangeOutput = z.strictObject({
  path: z.string(),
  before: z.exactOptional(AnyJson),
  after: z.exactOptional(AnyJson),
  cause: z.enum([
    'spec',
    'workspace',
    'secret',
    'reference',
    'drift',
    'conflict',
    'added',
    'takeover',
    'ownership',
    'default',
    'server',
    'webhook',
  ]),
  manager: z.exactOptional(z.string()),
  time: z.exactOptional(z.string()),
  sensitive: z.exactOptional(z.literal(true)),
  unknown: z.exactOptional(z.literal(true)),
  yielded: z.exactOptional(z.literal(true)),
  forcesReplacement: z
    .exactOptional(z.literal(true))
    .meta({description: 'The server forbids this very change; for it the object is replaced.'}),
  at: z.exactOptional(FieldPlace).meta({description: 'Where the wanted value is written.'}),
});

/** The planned change of one resource in JSON outputs. */
export const ChangeOutput = z
  .strictObject({
    id: z.string(),
    type: z.enum(['Kubernetes', 'Terraform']),
    action: z.enum(ACTIONS),
    reason: z.exactOptional(z.string()),
    verified: z.boolean(),
    blocked: z.exactOptional(
      z.strictObject({
        needs: z.string(),
        because: z.string(),
        byId: z
          .exactOptional(z.literal(true))
          .meta({description: "Only the flag with this id permits it: neither `all` nor the stack's name does."}),
      }),
    ),
    effects: z.exactOptional(
      z.array(z.enum(['pods-restart', 'job-runs-again', 'data-lost', 'interruption', 'scaled'])),
    ),
    takesAlong: z
      .exactOptional(
        z.strictObject({
          objects: z.int(),
          others: z.int().meta({description: 'How many of them are not of this stack.'}),
          atLeast: z.exactOptional(z.literal(true)).meta({description: 'Some of it may not be listed.'}),
        }),
      )
      .meta({description: 'What goes with a Namespace or a definition that is deleted.'}),
    fields: z
      .array(FieldChangeOutput)
      .meta({description: 'What others have added (`added`) and stays has the same value on both sides.'}),
    addedByControllers: z
      .exactOptional(z.array(FieldChangeOutput))
      .meta({description: 'What controllers have added: it stays, and is not counted.'}),
  })
  .meta({id: 'change'});

/** A resource in JSON outputs, as a spec has it. */
export const ResourceOutput = z
  .strictObject({
    id: z.string(),
    type: z.enum(['Kubernetes', 'Terraform']),
    attributes: AnyObject,
    dependsOn: z.array(z.string()),
    extensions: AnyObject,
  })
  .meta({id: 'resource'});

/** Which releases: one stack in one workspace. */
export const SeriesOutput = {project: z.string(), stack: z.string(), workspace: z.string()};
