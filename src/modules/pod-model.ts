import {z} from 'zod';
import type {PodSpec, Volume} from '../kubernetes/application/workload.ts';
import {quantityOf} from '../kubernetes/fields/quantity.ts';
import {AnyObject, ContainerModel, Label} from './container-model.ts';
import {ObjectName, SecretModel} from './secret-model.ts';

/** The schema of labels and annotations. */
export const Texts = z.record(z.string().min(1), z.string());

const containers = (description: string) => z.record(Label, ContainerModel).meta({description});

const VolumeModel = z.record(z.string(), z.json()).superRefine((volume, context) => {
  const {size, storageClass: _, accessModes: __, ...source} = volume;
  const problem = (message: string, hint: string, path: string[] = []) =>
    context.addIssue({code: 'custom', message, path, params: {hint}});
  const count = Object.keys(source).length;
  if (size === undefined && count !== 1)
    problem(
      'a volume must have `size`, or one volume source of Kubernetes',
      'For example {size: 10Gi}, or {emptyDir: {}}.',
    );
  if (size !== undefined && count > 0)
    problem('`size` and a volume source exclude each other: `size` creates a PVC', 'Remove one of them.');
  if (size !== undefined && (typeof size !== 'string' || quantityOf(size) === undefined))
    problem('must be a quantity', 'For example 10Gi.', ['size']);
}) as unknown as z.ZodType<Volume>;

/** The fields of the pods of every workload. */
export const POD_FIELDS = {
  containers: containers('The containers by their names.').refine((all) => Object.keys(all).length > 0, {
    error: 'a workload must have a container',
  }),
  init: containers('Containers that end before the others start, in their order.').optional(),
  sidecars: containers('Containers that start before the others and run beside them.').optional(),
  volumes: z
    .record(Label, VolumeModel)
    .optional()
    .meta({
      description:
        'The volumes by their names: a PVC that the application creates (`size`, `storageClass`, `accessModes`), or a volume source of Kubernetes. `dirs` mounts them.',
      examples: [{data: {size: '10Gi'}, cache: {emptyDir: {}}}],
    }),
  serviceAccount: z.string().min(1).optional().meta({description: 'The name of the ServiceAccount.'}),
  securityContext: AnyObject.optional().meta({description: 'The security context of the pods.'}),
  imagePullSecrets: z
    .array(z.string().min(1))
    .optional()
    .meta({description: 'The names of Secrets with the credentials of registries.'}),
  labels: Texts.optional().meta({description: 'Labels of the workload and its pods.'}),
  annotations: Texts.optional().meta({description: 'Annotations of the workload and its pods.'}),
  secrets: z
    .record(ObjectName, SecretModel)
    .optional()
    .meta({
      description: 'Secrets that the application creates, by their names. `secret://NAME/KEY` uses them.',
      examples: [{api: {type: 'external', data: {token: 'ref://api/token'}}}],
    }),
};

const Constraints = z
  .record(z.string(), AnyObject)
  .optional()
  .meta({description: 'Topology spread constraints of the pods, by names of your choice.'});

/** The fields of the pods that the platform may set too. */
export const PLATFORM_FIELDS = {
  labels: POD_FIELDS.labels,
  annotations: POD_FIELDS.annotations,
  serviceAccount: POD_FIELDS.serviceAccount,
  securityContext: POD_FIELDS.securityContext,
  imagePullSecrets: POD_FIELDS.imagePullSecrets,
  topologySpreadConstraints: Constraints,
};

/** Refuses two containers with one name, and a directory of a volume that is not declared. */
export function checkPods(pods: PodSpec, context: z.RefinementCtx): void {
  const groups = ['containers', 'init', 'sidecars'] as const;
  const seen = new Map<string, string>();
  for (const group of groups)
    for (const [name, container] of Object.entries(pods[group] ?? {})) {
      const first = seen.get(name);
      const issue = (message: string, ...path: string[]) =>
        context.addIssue({code: 'custom', path: [group, name, ...path], message});
      if (first !== undefined) issue(`the container \`${name}\` is also in \`${first}\``);
      seen.set(name, group);
      // The order of such keys is lost when a file is read.
      if (group === 'init' && /^\d+$/.test(name)) issue('the name of an init container must have a letter');
      for (const [path, source] of Object.entries(container.dirs ?? {})) {
        const volume = /^volume:\/\/(.*)$/.exec(source)?.[1];
        if (volume === undefined || Object.hasOwn(pods.volumes ?? {}, volume)) continue;
        issue(`the volume \`${volume}\` is not in \`volumes\``, 'dirs', path);
      }
    }
}

/** The schema of a schedule: five fields of cron, or a name such as `@daily`. */
export const Schedule = z
  .string()
  .regex(/^(?:@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)|@every \S+|(?:\S+\s+){4}\S+)$/, {
    error: 'must be a schedule of cron with five fields',
  })
  .meta({description: 'The schedule in the format of cron.', examples: ['0 3 * * *']});

/** The fields of a Job. */
export const JOB_FIELDS = {
  backoffLimit: z.int().min(0).optional().meta({description: 'The number of retries.'}),
  completions: z.int().min(1).optional().meta({description: 'The number of pods that must succeed.'}),
  parallelism: z.int().min(0).optional().meta({description: 'The number of pods that run at the same time.'}),
  activeDeadlineSeconds: z.int().min(1).optional().meta({description: 'Seconds after which it is stopped.'}),
  ttlSecondsAfterFinished: z
    .int()
    .min(0)
    .optional()
    .meta({description: 'Seconds after its end, after which the cluster deletes it.'}),
};

/** The fields of a CronJob besides its schedule. */
export const CRON_FIELDS = {
  timeZone: z
    .string()
    .min(1)
    .optional()
    .meta({description: 'The time zone of the schedule, for example Europe/Paris.'}),
  concurrencyPolicy: z
    .enum(['Allow', 'Forbid', 'Replace'])
    .optional()
    .meta({description: 'The action if the last run has not ended.'}),
  suspend: z.boolean().optional().meta({description: 'True: no run is started.'}),
  successfulJobsHistoryLimit: z.int().min(0).optional().meta({description: 'The number of succeeded Jobs to keep.'}),
  failedJobsHistoryLimit: z.int().min(0).optional().meta({description: 'The number of failed Jobs to keep.'}),
  startingDeadlineSeconds: z
    .int()
    .min(0)
    .optional()
    .meta({description: 'Seconds in which a missed run is still started.'}),
};
