import {z} from 'zod';
import {AnyJson, AnyObject, ClusterOutput, ResourceOutput, SummaryOutput} from '../../config/documents/parts.ts';

/** The phase of a release in JSON outputs. */
export const PhaseOutput = z.enum(['applying', 'destroying', 'succeeded', 'failed', 'interrupted']);

const HolderOutput = z.strictObject({
  user: z.string(),
  host: z.string(),
  bootId: z.string(),
  pidNamespace: z.exactOptional(z.string()),
  pid: z.int(),
  processStart: z.string(),
  command: z.string(),
  run: z.exactOptional(z.string()),
  account: z.exactOptional(z.string()).meta({description: 'As whom the cluster knows that user, by its own word.'}),
});

/** The git commit of a release in JSON outputs. */
export const SourceOutput = z
  .strictObject({
    commit: z.string(),
    branch: z.exactOptional(z.string()),
    dirty: z.boolean().meta({description: 'Files differed from the commit.'}),
  })
  .meta({description: 'The version of the files that it was made of.'});

/** Marks a release in JSON outputs that was rebuilt from the cluster. */
export const RebuiltOutput = z
  .strictObject({
    unknown: z.array(z.string()).meta({description: 'Ids of which is known what they are, and not what was wanted.'}),
    unread: z.array(z.string()).meta({description: 'What could not be looked at.'}),
  })
  .meta({description: 'No run made it: it was found in the cluster when the backend was lost.'});

/** Marks a release in JSON outputs that is a rollback. */
export const MadeFromOutput = z
  .strictObject({
    revision: z.int(),
    failed: z.exactOptional(z.int()).meta({description: 'The revision whose run failed, and was rolled back at once.'}),
  })
  .meta({description: 'The release that was made again: a rollback.'});

const common = {id: z.string(), desiredDigest: z.string(), dependsOn: z.array(z.string())};

/** The state of a Kubernetes resource in a release. */
export const KubernetesStateOutput = z.strictObject({
  ...common,
  type: z.literal('Kubernetes'),
  apiVersion: z.string(),
  kind: z.string(),
  namespace: z.exactOptional(z.string()),
  name: z.string(),
  uid: z.string(),
  applied: AnyJson,
  done: z
    .exactOptional(z.literal(true))
    .meta({description: 'A Job with a ttl that completed: it is not made again when it is missing.'}),
});

/** The state of a Terraform resource in a release. */
export const TerraformStateOutput = z.strictObject({
  ...common,
  type: z.literal('Terraform'),
  address: z.string().meta({description: 'With its module and index: `module.queues.aws_sqs_queue.orders[0]`.'}),
  provider: z.string().meta({description: 'The source address of the provider.'}),
  schemaVersion: z.int().meta({description: "Of the provider's schema for the attributes."}),
  attributes: AnyObject,
});

/** The state of a resource in a release. */
export const StateOutput = z
  .discriminatedUnion('type', [KubernetesStateOutput, TerraformStateOutput])
  .meta({description: 'By the type of the resource.'});

/** One release as it is kept, and as `release show -o json` writes it. */
export const ReleaseOutput = z
  .strictObject({
    formatVersion: z.literal(2).meta({description: 'Readers refuse a version that they do not know.'}),
    project: z.string(),
    stack: z.string(),
    workspace: z.string(),
    lineage: z.string(),
    revision: z.int(),
    epoch: z.int(),
    operation: z.enum(['apply', 'destroy']),
    from: z.exactOptional(MadeFromOutput),
    rebuilt: z.exactOptional(RebuiltOutput),
    phase: PhaseOutput,
    startedAt: z.string(),
    finishedAt: z.exactOptional(z.string()),
    by: HolderOutput,
    source: z.exactOptional(SourceOutput),
    gantryVersion: z.string(),
    cluster: ClusterOutput,
    summary: SummaryOutput,
    spec: z.array(ResourceOutput),
    expandable: z.exactOptional(z.array(z.string())).meta({description: 'Ids whose texts may hold references.'}),
    ignore: z
      .exactOptional(
        z.array(
          z.strictObject({
            path: z.exactOptional(z.string()),
            kind: z.exactOptional(z.string()),
            name: z.exactOptional(z.string()),
            manager: z.exactOptional(z.string()),
            id: z.exactOptional(z.string()),
            from: z.string(),
          }),
        ),
      )
      .meta({description: "Fields that the stack's own files leave to others."}),
    health: z
      .exactOptional(
        z.array(
          z.strictObject({
            kind: z.exactOptional(z.string()),
            apiVersion: z.exactOptional(z.string()),
            group: z.exactOptional(z.string()),
            name: z.exactOptional(z.string()),
            ready: z.exactOptional(z.string()),
            failed: z.exactOptional(z.string()),
            timeoutSeconds: z.exactOptional(z.number()),
            from: z.string(),
          }),
        ),
      )
      .meta({description: "When the stack's own files say that its objects are ready."}),
    guards: z
      .exactOptional(
        z.strictObject({maxDeletePercent: z.exactOptional(z.number()), minDeletes: z.exactOptional(z.number())}),
      )
      .meta({description: "How much one plan may delete, as the stack's own files say."}),
    namespace: z.exactOptional(z.string()).meta({description: "The stack's own: ensured to exist, never owned."}),
    stackAttributes: z
      .exactOptional(z.record(z.string(), AnyObject))
      .meta({description: "What the stack's own files say of resources that the workspace has changed."}),
    orphaned: z
      .exactOptional(z.array(z.string()))
      .meta({description: 'Ids whose objects were kept in the cluster, without the ownership labels of Gantry.'}),
    unsettled: z
      .exactOptional(z.literal(true))
      .meta({description: 'What it left out, or did not wait for, may not be ready.'}),
    state: z.array(StateOutput),
    extensions: z.exactOptional(AnyObject),
  })
  .meta({title: 'Gantry release'});
