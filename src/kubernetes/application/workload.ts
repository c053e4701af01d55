import type {JsonObject} from '../../core/json.ts';
import type {Containers} from './container.ts';
import type {SecretSpec} from './secret-object.ts';

/** A port of an application. */
export type Port = {
  readonly port: number;
  /** Default: `port`. */
  readonly targetPort?: number | undefined;
  /** Default: TCP. */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP' | undefined;
  /** True: a load balancer makes it reachable from outside of the cluster. */
  readonly public?: boolean | undefined;
};

/** A volume: a PVC that the application creates, or a volume source of Kubernetes. */
export type Volume = {
  readonly size?: string | undefined;
  readonly storageClass?: string | undefined;
  readonly accessModes?: readonly string[] | undefined;
} & Readonly<Record<string, unknown>>;

/** The pods of a workload. */
export type PodSpec = {
  readonly containers: Containers;
  /** Containers that end before the others start, in the order of the file. */
  readonly init?: Containers | undefined;
  /** Containers that start before the others and run beside them. */
  readonly sidecars?: Containers | undefined;
  readonly volumes?: Readonly<Record<string, Volume>> | undefined;
  readonly serviceAccount?: string | undefined;
  readonly securityContext?: JsonObject | undefined;
  readonly imagePullSecrets?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  /** Secrets that the application creates, by their names. */
  readonly secrets?: Readonly<Record<string, SecretSpec>> | undefined;
  readonly topologySpreadConstraints?: Readonly<Record<string, JsonObject>> | undefined;
};

/** A workload that runs until it is deleted. */
export type ServiceWorkload = PodSpec & {
  readonly ports?: readonly Port[] | undefined;
  readonly replicas?: number | undefined;
  readonly autoscaling?: Autoscaling | undefined;
  readonly disruption?:
    | {readonly minAvailable?: number | string | undefined; readonly maxUnavailable?: number | string | undefined}
    | undefined;
};

/** The limits and the targets of a HorizontalPodAutoscaler. The targets are percentages of the requests. */
export type Autoscaling = {
  readonly min?: number | undefined;
  readonly max: number;
  readonly cpu?: number | undefined;
  readonly memory?: number | undefined;
};

/** The fields of a Job, which a Job and a CronJob have. */
export type JobFields = {
  readonly backoffLimit?: number | undefined;
  readonly completions?: number | undefined;
  readonly parallelism?: number | undefined;
  readonly activeDeadlineSeconds?: number | undefined;
  readonly ttlSecondsAfterFinished?: number | undefined;
};

/** The fields of a CronJob. */
export type CronFields = {
  readonly schedule: string;
  readonly timeZone?: string | undefined;
  readonly concurrencyPolicy?: string | undefined;
  readonly suspend?: boolean | undefined;
  readonly successfulJobsHistoryLimit?: number | undefined;
  readonly failedJobsHistoryLimit?: number | undefined;
  readonly startingDeadlineSeconds?: number | undefined;
};

/** A workload that ends. With a schedule, it runs again and again. */
export type JobWorkload = PodSpec & JobFields & Partial<{[K in keyof CronFields]: CronFields[K] | undefined}>;
