import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {ProviderName} from '../../core/workspace/provider-groups.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import type {Via} from '../workspace/via.ts';

/** What a secret store may need of the workspace that declares it. */
export type StoreNeeds = {
  /** Its keys of these providers, without those that lie in the store `except`. */
  readonly environment: (
    request: {
      readonly chosen: FoundWorkspace;
      readonly only: readonly ProviderName[];
      readonly except: string;
      readonly via: Via;
    },
    deps: Deps,
  ) => Promise<ChildEnvironment>;
  /** The way to its cluster, or to that of the workspace which it names. */
  readonly kubeconfig: (
    request: {readonly chosen: FoundWorkspace; readonly workspace?: string; readonly via: Via},
    deps: Deps,
  ) => Promise<KubeconfigSource>;
};
