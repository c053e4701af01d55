import type {WorkspacePlace} from '../../core/workspace/workspace-place.ts';

/** A place where a workspace of this name is stored. It was not read. */
export type KnownWorkspace = {
  readonly name: string;
  readonly place: WorkspacePlace;
  readonly file: string;
};
