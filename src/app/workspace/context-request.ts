import type {StoreInFile} from '../../config/secret-store.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {Via} from './via.ts';

/** The inputs of a context. */
export type ContextRequest = {
  readonly chosen: FoundWorkspace;
  /**
   * The resources of the spec, or of the last release if the spec has none. Only their extensions `kubeConfig` and `providerMeta` are read.
   */
  readonly resources: readonly Pick<Resource, 'id' | 'type' | 'extensions'>[];
  /** The context of a spec file in Kusion's format. It ranks right below the workspace's. */
  readonly specContext?: JsonObject | undefined;
  /** The secret store of such a file, for a workspace that has none. */
  readonly inSpec?: StoreInFile | undefined;
  /** The base of a relative path in an extension or a spec file: the stack's directory. Default: the current one. */
  readonly stackDir?: string | undefined;
  /** The time that the kubeconfig of a shared resource may take to appear. Default: none. */
  readonly waitSeconds?: number | undefined;
  /** The chain of resolutions: a kubeconfig that depends on itself is reported as a cycle. */
  readonly via?: Via;
};
