import type {StoreInFile} from '../../config/secret-store.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {Via} from './via.ts';

/** What a context is resolved from. */
export type ContextRequest = {
  readonly chosen: FoundWorkspace;
  /** Those of the spec; of the last release when the spec no longer has any. Only their extensions `kubeConfig` and `providerMeta` are read. */
  readonly resources: readonly Pick<Resource, 'id' | 'type' | 'extensions'>[];
  /** The context that a spec file in Kusion's shape brings along. It ranks right below the workspace's. */
  readonly specContext?: JsonObject | undefined;
  /** The secret store that such a file brings along, for a workspace that has none. */
  readonly inSpec?: StoreInFile | undefined;
  /** What a relative path in an extension or a spec file starts at: the stack's directory. Default: the current one. */
  readonly stackDir?: string | undefined;
  /** What this is resolved for: a kubeconfig that leads back to itself is told as a ring. */
  readonly via?: Via;
};
