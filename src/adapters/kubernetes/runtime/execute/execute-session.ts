import type {JsonObject} from '../../../../core/json.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import type {Readiness} from '../../../../kubernetes/readiness/status.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {FirstReports} from './first-reports.ts';
import type {WatchHub} from './watch-hub.ts';

/** What the steps of one plan share. */
export type ExecuteSession = {
  readonly client: KubernetesClient;
  readonly hub: WatchHub;
  readonly clock: Clock;
  readonly lineage: string;
  readonly stackName: string;
  readonly sealKey: Secret;
  /** The plan brings webhooks: their backends may need a moment until they can be reached. */
  readonly awaitWebhooks: boolean;
  /** The plan brings bindings: a right that is missing may come with them. */
  readonly awaitGrants?: boolean;
  /** What each id comes after: recorded, as the order of a later delete. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** Whether what depends on the object of this id may go on. */
  readonly readiness: (id: string, object: JsonObject) => Readiness;
  /** For which custom resources a first condition is waited for; absent: for none. */
  readonly firstReports?: FirstReports;
  /** The user says when it has failed: what its pods say is told, and ends no wait. */
  readonly judgesFailure?: (id: string, object: JsonObject) => boolean;
  /** Whether the cluster is asked why one more object failed. */
  readonly mayDiagnose?: () => boolean;
};
