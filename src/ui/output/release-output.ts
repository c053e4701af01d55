import {z} from 'zod';
import {AnyObject, ClusterOutput, ResourceOutput, SummaryOutput} from '../../config/documents/parts.ts';
import {DELETE_POLICIES, HOOK_EVENTS} from '../../core/hook/hook.ts';
import {ClaimOutput} from './claim-output.ts';
import {PreviousOutput} from './previous-output.ts';
import {KubernetesStateOutput, StateOutput} from './state-output.ts';
import {UseOutput} from './use-output.ts';

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
  account: z.exactOptional(z.string()).meta({description: 'The name that the cluster reports for the user.'}),
});

/** The git commit of a release in JSON outputs. */
export const SourceOutput = z
  .strictObject({
    commit: z.string(),
    branch: z.exactOptional(z.string()),
    dirty: z.boolean().meta({description: 'True if files differed from the commit.'}),
  })
  .meta({description: 'The commit of the files.'});

/** Marks a release in JSON outputs that was rebuilt from the cluster. */
export const RebuiltOutput = z
  .strictObject({
    unknown: z.array(z.string()).meta({description: 'The ids of objects whose desired state is not known.'}),
    unread: z.array(z.string()).meta({description: 'The resources that could not be read.'}),
  })
  .meta({description: 'Present in a release that was rebuilt from the cluster after the backend was lost.'});

/** The permission of a change of a protected workspace in JSON outputs. */
const AdmissionOutput = z
  .strictObject({
    by: z.enum(['name', 'approval']).meta({
      description: 'name: the user typed the name of the workspace. approval: another person signed an approval.',
    }),
    approver: z.exactOptional(z.string()),
    key: z.exactOptional(z.string()).meta({description: 'The fingerprint of the key of the approver.'}),
    digest: z.exactOptional(z.string()).meta({description: 'The digest of the approved plan.'}),
    approvedAt: z.exactOptional(z.string()),
    expires: z.exactOptional(z.string()),
    outsideWindows: z
      .exactOptional(z.string())
      .meta({description: 'The reason for a change outside of the change windows.'}),
  })
  .meta({description: 'The permission of the change, if the workspace is protected.'});

const Digests = z.record(z.string(), z.string());

/** The record of a source in JSON outputs. */
const SourceRecordOutput = z.strictObject({
  kind: z.string(),
  name: z.string(),
  value: AnyObject,
  generated: z.exactOptional(
    z
      .strictObject({
        render: z
          .string()
          .meta({description: 'The digest of everything that the last render of the chart depended on.'}),
        madeFrom: z
          .string()
          .meta({description: 'The digest of the chart and the values that the values were made with.'}),
        fingerprints: Digests.meta({
          description: 'The fingerprints of the leaves of each object, as the chart rendered it.',
        }),
        values: Digests.meta({description: 'The digest of each generated value, by its reference.'}),
        stable: Digests.meta({description: 'The digest of the text around each partly generated value.'}),
      })
      .meta({description: 'The generated values of a chart: keyed digests only.'}),
  ),
});

/** Marks a release in JSON outputs that is a rollback. */
export const MadeFromOutput = z
  .strictObject({
    revision: z.int(),
    failed: z.exactOptional(z.int()).meta({description: 'The failed revision that the same run rolled back.'}),
  })
  .meta({description: 'The release that a rollback applied again.'});

const HookRecordOutput = z.strictObject({
  source: z.string().meta({description: 'The name of the Helm release.'}),
  id: z.string().meta({description: 'The id of its object.'}),
  events: z.array(z.enum(HOOK_EVENTS)),
  weight: z.int(),
  place: z.int().meta({description: 'Its place in the order in which the hooks of the source run.'}),
  runsToEnd: z.boolean().meta({description: 'True for a Job or a Pod, which is awaited until it ends.'}),
  deletePolicies: z.array(z.enum(DELETE_POLICIES)),
  outputLogs: z.array(z.enum(['hook-succeeded', 'hook-failed'])),
  post: z.enum(['ready', 'applied']),
  attributes: AnyObject,
  isExpandable: z.boolean().meta({description: 'True if its attributes may contain references.'}),
  digest: z.string().meta({description: 'The keyed digest of the chart, its values and the object.'}),
  outcome: z.enum(['done', 'failed', 'pending']).meta({description: 'The outcome of its last run.'}),
  left: z
    .exactOptional(KubernetesStateOutput)
    .meta({description: 'The state of its object, if the delete policy left it in the cluster.'}),
});

const HookSourceOutput = z.strictObject({
  source: z.string().meta({description: 'The name of the Helm release.'}),
  isInstalled: z.boolean().meta({description: 'True if a run has applied all of the source.'}),
  objects: z.array(z.string()).meta({description: 'The ids of its objects.'}),
  crds: z.exactOptional(z.array(z.string())).meta({description: 'The ids of the CRDs in `crds/`.'}),
  hooks: z.array(HookRecordOutput),
});

/** A release, as it is stored and as `release show -o json` writes it. */
export const ReleaseOutput = z
  .strictObject({
    formatVersion: z
      .literal(2)
      .meta({description: 'The version of the format. Refuse a version that you do not know.'}),
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
    admission: z.exactOptional(AdmissionOutput),
    waivers: z
      .exactOptional(
        z.array(
          z.strictObject({
            rule: z.string().meta({description: 'The rule, and the control if it has several.'}),
            resource: z.string(),
            reason: z.string(),
            expires: z.string().meta({description: 'The last day on which the waiver is valid, in UTC.'}),
          }),
        ),
      )
      .meta({description: "The waivers of the workspace's policy that the run used."}),
    gantryVersion: z.string(),
    cluster: ClusterOutput,
    summary: SummaryOutput,
    spec: z.array(ResourceOutput),
    expandable: z
      .exactOptional(z.array(z.string()))
      .meta({description: 'Ids of resources that may contain references.'}),
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
      .meta({description: "The ignore rules of the stack's own files."}),
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
      .meta({description: "The health rules of the stack's own files."}),
    createdNamespace: z.exactOptional(z.enum(['keep', 'delete'])).meta({
      description:
        'The setting of the stack for its namespace. `delete`: a destroy deletes the namespace if the stack created it.',
    }),
    guards: z
      .exactOptional(
        z.strictObject({maxDeletePercent: z.exactOptional(z.number()), minDeletes: z.exactOptional(z.number())}),
      )
      .meta({description: "The deletion limits of the stack's own files."}),
    namespace: z.exactOptional(z.string()).meta({description: 'The namespace of the stack. Gantry never owns it.'}),
    stackAttributes: z
      .exactOptional(z.record(z.string(), AnyObject))
      .meta({description: 'The attributes of resources without the changes of the workspace.'}),
    orphaned: z
      .exactOptional(z.array(z.string()))
      .meta({description: 'The ids of objects that were kept in the cluster without ownership labels.'}),
    unsettled: z
      .exactOptional(z.literal(true))
      .meta({description: 'Objects that the run excluded or did not wait for may not be ready.'}),
    sources: z
      .exactOptional(z.array(SourceRecordOutput))
      .meta({description: 'The records of the sources of the spec: versions and digests.'}),
    hooks: z
      .exactOptional(z.array(HookSourceOutput))
      .meta({description: 'The sources that may have hooks, with the last outcome of each hook.'}),
    claims: z.exactOptional(z.array(ClaimOutput)).meta({description: 'The recipes of a shared stack for claims.'}),
    uses: z
      .exactOptional(z.array(UseOutput))
      .meta({description: 'The shared resources whose values the spec takes, with the fields that take them.'}),
    previous: z.exactOptional(PreviousOutput).meta({
      description: 'The digests of the release before this one. Absent in releases of earlier versions.',
    }),
    terraformState: z.exactOptional(z.int()).meta({
      description: 'The number of the sealed Terraform state. Absent: the stack never had one.',
    }),
    state: z.array(StateOutput),
    extensions: z.exactOptional(AnyObject),
  })
  .meta({title: 'Gantry release'});
