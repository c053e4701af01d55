import type {ClusterIdentity} from '../core/workspace/cluster-identity.ts';
import type {Access} from './access.ts';
import type {ClusterFacts} from './cluster-facts.ts';
import type {Inventory, InventoryRequest} from './inventory.ts';
import type {Operations, ReleasedStack} from './operations.ts';
import type {OtherTools} from './other-tools.ts';
import type {Runtime} from './runtime.ts';
import type {Survey, SurveyRequest} from './survey.ts';

/** What Gantry asks of a Kubernetes cluster, besides to plan and apply its objects. */
export type Cluster = {
  readonly identify: (fallback: {readonly namespace?: string}) => Promise<ClusterIdentity>;
  /** Returns the milliseconds by which the server's clock is ahead of the local clock, exact to a second; undefined if unknown. */
  readonly clockOffset: () => Promise<number | undefined>;
  /** Returns the user name that the cluster gives to the credential; undefined where the cluster does not say. */
  readonly whoAmI: () => Promise<string | undefined>;
  /** What sources ask while they build. */
  readonly facts: ClusterFacts;
  /** The user's account and permissions in the cluster. */
  readonly access: Access;
  /** Looks at a released stack while it runs: its health, its logs, its ports. */
  readonly operate: (stack: ReleasedStack) => Operations;
  /** Lists what runs in some namespaces, as manifests would say it; nothing is written. */
  readonly survey: (request: SurveyRequest) => Promise<Survey>;
  /** What other tools have recorded, and whether its objects are theirs; nothing is written. */
  readonly otherTools: OtherTools;
  /** Lists what a stack has by its ownership labels alone, for when its releases are lost; nothing is written. */
  readonly inventory: (request: InventoryRequest) => Promise<Inventory>;
  /** Plans and applies the objects of the cluster; closed with it. */
  readonly runtime: Runtime;
  readonly close: () => Promise<void>;
};
