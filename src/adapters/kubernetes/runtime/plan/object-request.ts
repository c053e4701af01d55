import type {JsonObject} from '../../../../core/json.ts';
import type {Permissions} from '../../../../core/plan/permissions.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {IsAutoscaled} from './autoscalers.ts';
import type {HelmReleases} from './take-over-release.ts';
import type {Target} from './target.ts';

/** The inputs that all objects of a plan share. */
type OfStack = {
  readonly client: Pick<KubernetesClient, 'apply' | 'get' | 'patch' | 'server'>;
  readonly lineage: string;
  /** `project/stack/workspace`. */
  readonly stackName: string;
  readonly permissions: Permissions;
  readonly releases: HelmReleases;
  readonly isAutoscaled: IsAutoscaled;
  readonly signal: AbortSignal;
};

/** One object to plan, with everything that is known of it. */
export type ObjectRequest = OfStack & {
  readonly target: Target;
  readonly live: JsonObject | undefined;
  readonly state: KubernetesState | undefined;
  /** The object that the last release wanted, sealed. */
  readonly prior: JsonObject | undefined;
  /** The object in the stack's own files at the last release, where the workspace had changed it. */
  readonly ownThen: JsonObject | undefined;
  /** The reason why no such object can exist yet and the server cannot be asked: this plan creates its namespace or its kind. */
  readonly absentBecause: string | undefined;
  /** The object takes values that are known only after apply. */
  readonly waits: boolean;
  /** The reason for waiting, where it is another one. */
  readonly waitsBecause?: string | undefined;
};
