import {z} from 'zod';
import {DELETE_POLICIES, HOOK_EVENTS} from '../../core/hook/hook.ts';
import type {Json} from '../../core/json.ts';
import {ACTIONS, RARE_ACTIONS} from '../../core/plan/plan.ts';

/** Any JSON value. Used in place of `z.json()`, which would spell out the recursion in each schema. */
export const AnyJson = z.custom<Json>().meta({id: 'json', description: 'Any JSON value.'});
type DeepReadonly<T> = [Json] extends [T]
  ? T
  : T extends (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? {readonly [K in keyof T]: DeepReadonly<T[K]>}
      : T;

/** The type of a document, inferred from its model. */
export type DocumentOf<T extends z.ZodType> = DeepReadonly<z.output<T>>;

/** An object with any keys, in schemas of outputs. */
export const AnyObject = z.record(z.string(), AnyJson);

/** The version of a JSON output. It is incremented with incompatible changes. */
export const FormatVersion = z
  .literal(1)
  .meta({description: 'The version of the format. Refuse a version that you do not know.'});

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
    code: z.string().meta({description: 'A stable name in the form <area>/<problem>.'}),
    message: z.string(),
    at: z.exactOptional(PositionOutput),
    resource: z.exactOptional(z.string()),
    path: z.exactOptional(z.string()),
    hint: z.exactOptional(z.string()),
  })
  .meta({id: 'diagnostic'});

/** The cluster in JSON outputs; `method` is the source of its identity. */
export const ClusterOutput = z
  .strictObject({
    server: z.string(),
    identity: z.string(),
    method: z.enum(['kube-system-uid', 'namespace-uid', 'server-and-ca', 'no-cluster']).meta({
      description:
        'The source of the identity. `no-cluster`: a stack without Kubernetes resources, which contacts none.',
    }),
    namespace: z.exactOptional(z.string()).meta({description: 'The namespace whose uid is the identity.'}),
    version: z.string(),
  })
  .meta({id: 'cluster'});

const COUNTED = [...ACTIONS.filter((action) => !RARE_ACTIONS.has(action)), 'blocked'] as const;
const COUNTS = Object.fromEntries(COUNTED.map((name) => [name, z.int()])) as Record<(typeof COUNTED)[number], z.ZodInt>;

/** Counts of a plan by action, in JSON outputs. */
export const SummaryOutput = z
  .strictObject({
    ...COUNTS,
    run: z.exactOptional(z.int()).meta({description: 'The number of hooks. Absent: the plan runs none.'}),
    read: z
      .exactOptional(z.int())
      .meta({description: 'The number of data sources that Terraform reads during the apply. Absent: there are none.'}),
  })
  .meta({id: 'summary'});

/** The place of a field's value; line and column count from 1. */
export const FieldPlace = z.strictObject({file: z.string(), line: z.int(), column: z.int()});

/** One changed field in JSON outputs; `cause` is the reason for the change. */
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
    .meta({description: 'The server forbids this change, so the object is replaced.'}),
  at: z.exactOptional(FieldPlace).meta({description: 'The place of the desired value in the files.'}),
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
          .meta({description: "Only the flag with this id permits the change. `all` and the stack's name do not."}),
        policies: z.exactOptional(z.array(z.string())).meta({
          description: "The rules of the workspace's policy that deny the change. No flag permits it.",
        }),
      }),
    ),
    hook: z
      .exactOptional(
        z.strictObject({
          source: z.string().meta({description: 'The name of the Helm release.'}),
          event: z.enum(HOOK_EVENTS),
          weight: z.int(),
          deletePolicies: z.array(z.enum(DELETE_POLICIES)),
        }),
      )
      .meta({description: 'The hook that the action `run` runs.'}),
    effects: z.exactOptional(
      z.array(z.enum(['pods-restart', 'job-runs-again', 'data-lost', 'interruption', 'scaled'])),
    ),
    takesAlong: z
      .exactOptional(
        z.strictObject({
          objects: z.int(),
          others: z.int().meta({description: 'The number of objects that do not belong to this stack.'}),
          atLeast: z
            .exactOptional(z.literal(true))
            .meta({description: 'The number may be higher: some objects may not be listed.'}),
        }),
      )
      .meta({description: 'The objects that the deletion of a Namespace or a CRD cascades to.'}),
    movedFrom: z.exactOptional(z.string()).meta({
      description: 'The id in the last release of a Terraform resource that `moved` in stack.yaml gives a new id.',
    }),
    refreshed: z.exactOptional(z.literal(true)).meta({
      description:
        'An unchanged Terraform resource that somebody changed at its provider: the release gets what the provider has.',
    }),
    fields: z.array(FieldChangeOutput).meta({
      description:
        'The changed fields. A field that others have added (`added`) and that stays has the same value on both sides.',
    }),
    computed: z.exactOptional(z.array(z.string())).meta({
      description:
        'Attributes of a Terraform resource that are in no file, and whose values are known only after apply. Only for updates.',
    }),
    addedByControllers: z
      .exactOptional(z.array(FieldChangeOutput))
      .meta({description: 'Fields that controllers have added. They stay and are not counted.'}),
  })
  .meta({id: 'change'});

/** A resource of a spec in JSON outputs. */
export const ResourceOutput = z
  .strictObject({
    id: z.string(),
    type: z.enum(['Kubernetes', 'Terraform']),
    attributes: AnyObject,
    dependsOn: z.array(z.string()),
    extensions: AnyObject,
  })
  .meta({id: 'resource'});

/** The members that identify a release history: one stack in one workspace. */
export const SeriesOutput = {project: z.string(), stack: z.string(), workspace: z.string()};
