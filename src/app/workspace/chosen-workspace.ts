import type {WorkspaceFile} from '../../config/workspace-file.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {Overridden} from '../../core/workspace/extend-context.ts';
import type {WorkspacePlace} from '../../core/workspace/workspace-place.ts';
import type {WorkspaceScope} from '../../core/workspace/workspace-scope.ts';

/** The source of the choice of a workspace. */
export type ChosenFrom = '-w' | 'GANTRY_WORKSPACE' | 'stack.yaml' | 'switch';

/** A workspace that was found and read. */
export type FoundWorkspace = {
  readonly name: string;
  /** Its place: a file (of a project, or anywhere), the backend, or built-in. */
  readonly place: WorkspacePlace;
  /** The absolute path, or the backend's key. */
  readonly file: string;
  /** The owner. Absent for a file in another place, and for the built-in workspace. */
  readonly scope?: WorkspaceScope | undefined;
  /** True if `mine/` or `shared/` selected it: another workspace may have its name. */
  readonly isScoped?: true;
  /** Present if a project names it, wherever its file is. */
  readonly inProject?: true;
  readonly workspace: WorkspaceFile;
  readonly origin: Origin;
  /** The workspaces that it extends, the nearest first: files, or keys of the backend. */
  readonly bases?: readonly string[];
  /** The values of its bases' context that it overrides. */
  readonly overridden?: readonly Overridden[];
};

/** A workspace and what chose it: a flag, the environment, a file or the switch. */
export type ChosenWorkspace = FoundWorkspace & {readonly from: ChosenFrom};
