import type {JsonObject} from '../../../../core/json.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {Readiness} from '../../../../kubernetes/readiness/status.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {FirstReports} from './first-reports.ts';
import type {WatchHub} from './watch-hub.ts';

/** The data that the steps of one plan share. */
export type ExecuteSession = {
  readonly client: KubernetesClient;
  readonly hub: WatchHub;
  readonly clock: Clock;
  readonly lineage: string;
  readonly stackName: string;
  readonly digestKey: Secret;
  /** True if the plan contains webhooks, whose backends may need a moment to become available. */
  readonly awaitWebhooks: boolean;
  /** True if the plan contains bindings, which may grant a missing permission. */
  readonly awaitGrants?: boolean;
  /** The ids that each id comes after, recorded as the order of a later delete. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** Judges whether the dependents of an object may continue. */
  readonly readiness: (id: string, object: JsonObject) => Readiness;
  /** Tells for which custom resources a first condition is awaited; absent: for none. */
  readonly firstReports?: FirstReports;
  /** Reports whether a health rule of the user defines when an object has failed: problems of its pods are then shown, but end no wait. */
  readonly judgesFailure?: (id: string, object: JsonObject) => boolean;
  /** Reports whether the cluster is asked for the cause of one more failure. */
  readonly mayDiagnose?: () => boolean;
};
