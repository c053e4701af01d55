import type {WorkspacePlace} from '../../core/workspace/workspace-place.ts';
import type {WorkspaceScope} from '../../core/workspace/workspace-scope.ts';

/** A place where a workspace of this name is stored. It was not read. */
export type KnownWorkspace = {
  readonly name: string;
  readonly place: WorkspacePlace;
  /** The owner. Absent for a file in another place, and for the built-in workspace. */
  readonly scope?: WorkspaceScope | undefined;
  readonly file: string;
};
