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
  account: z.exactOptional(z.string()).meta({description: 'The identity of that user, as reported by the cluster.'}),
});

/** The git commit of a release in JSON outputs. */
export const SourceOutput = z
  .strictObject({
    commit: z.string(),
    branch: z.exactOptional(z.string()),
    dirty: z.boolean().meta({description: 'Files differed from the commit.'}),
  })
  .meta({description: 'The version of the files that it was made from.'});

/** Marks a release in JSON outputs that was rebuilt from the cluster. */
export const RebuiltOutput = z
  .strictObject({
    unknown: z.array(z.string()).meta({description: 'Ids of objects with unknown desired state.'}),
    unread: z.array(z.string()).meta({description: 'Kinds that could not be checked.'}),
  })
  .meta({description: 'Set if no run made the release: it was rebuilt from the cluster after the backend was lost.'});

/** Marks a release in JSON outputs that is a rollback. */
export const MadeFromOutput = z
  .strictObject({
    revision: z.int(),
    failed: z.exactOptional(z.int()).meta({description: 'The failed revision that was rolled back.'}),
  })
  .meta({description: 'The release that this rollback restored.'});

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
    .meta({description: 'A completed Job with a TTL: it is not created again when it is missing.'}),
});

/** The state of a Terraform resource in a release. */
export const TerraformStateOutput = z.strictObject({
  ...common,
  type: z.literal('Terraform'),
  address: z.string().meta({description: 'With module and index: `module.queues.aws_sqs_queue.orders[0]`.'}),
  provider: z.string().meta({description: 'The source address of the provider.'}),
  schemaVersion: z.int().meta({description: "The version of the provider's schema for the attributes."}),
  attributes: AnyObject,
});

/** The state of a resource in a release. */
export const StateOutput = z
  .discriminatedUnion('type', [KubernetesStateOutput, TerraformStateOutput])
  .meta({description: 'The state of a resource, by its type.'});

/** A release as it is stored, and the JSON document of `release show`. */
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
    expandable: z.exactOptional(z.array(z.string())).meta({description: 'Ids whose texts can contain references.'}),
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
      .meta({description: 'Fields that the files of the stack leave to others.'}),
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
      .meta({description: 'The health rules in the files of the stack.'}),
    guards: z
      .exactOptional(
        z.strictObject({maxDeletePercent: z.exactOptional(z.number()), minDeletes: z.exactOptional(z.number())}),
      )
      .meta({description: 'The limits for deletions in one plan, from the files of the stack.'}),
    namespace: z.exactOptional(z.string()).meta({description: 'Created if missing, and never owned.'}),
    stackAttributes: z
      .exactOptional(z.record(z.string(), AnyObject))
      .meta({description: 'The values in the files of the stack for resources that the workspace has changed.'}),
    orphaned: z
      .exactOptional(z.array(z.string()))
      .meta({description: 'Ids whose objects were kept in the cluster, without the ownership labels of Gantry.'}),
    unsettled: z
      .exactOptional(z.literal(true))
      .meta({description: 'Resources that it left out, or did not wait for, may not be ready.'}),
    state: z.array(StateOutput),
    extensions: z.exactOptional(AnyObject),
  })
  .meta({title: 'Gantry release'});
