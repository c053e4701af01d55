import type {JsonObject} from '../core/json.ts';
import type {ClusterIdentity} from '../core/workspace/cluster-identity.ts';
import type {Access} from './access.ts';
import type {ClusterFacts} from './cluster-facts.ts';
import type {Inventory, InventoryRequest} from './inventory.ts';
import type {Operations, ReleasedStack} from './operations.ts';
import type {OtherTools} from './other-tools.ts';
import type {Runtime} from './runtime.ts';
import type {Survey, SurveyRequest} from './survey.ts';

/** The operations on a Kubernetes cluster, besides planning and applying its objects. */
export type Cluster = {
  readonly identify: (fallback: {readonly namespace?: string}) => Promise<ClusterIdentity>;
  /** Returns the milliseconds by which the clock of the server is ahead of the local clock, exact to a second. Undefined if unknown. */
  readonly clockOffset: () => Promise<number | undefined>;
  /** Returns the user name that the cluster assigns to the credential. Undefined if the cluster does not report it. */
  readonly whoAmI: () => Promise<string | undefined>;
  /** The requests that sources send during a build. */
  readonly facts: ClusterFacts;
  /** Returns the OpenAPI v3 document of an API version: `apps/v1`. Undefined if the server has none. */
  readonly openApi: (apiVersion: string) => Promise<JsonObject | undefined>;
  /** The user's account and permissions in the cluster. */
  readonly access: Access;
  /** Opens the operations on a released stack: its health, its logs, its ports. */
  readonly operate: (stack: ReleasedStack) => Operations;
  /** Lists the objects of some namespaces in the form of manifests. Nothing is written. */
  readonly survey: (request: SurveyRequest) => Promise<Survey>;
  /** The records of other tools, and whether these tools own their objects. Nothing is written. */
  readonly otherTools: OtherTools;
  /** Lists the objects of a stack by its ownership labels alone, for the case that its releases are lost. Nothing is written. */
  readonly inventory: (request: InventoryRequest) => Promise<Inventory>;
  /** The runtime that plans and applies the objects of the cluster. It is closed with the cluster. */
  readonly runtime: Runtime;
  readonly close: () => Promise<void>;
};
