import type {WorkspaceFile} from '../../config/workspace-file.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {Overridden} from '../../core/workspace/extend-context.ts';
import type {WorkspacePlace} from '../../core/workspace/workspace-place.ts';

/** What made a workspace the current one. */
export type ChosenFrom = '-w' | 'GANTRY_WORKSPACE' | 'stack.yaml' | 'switch';

/** A workspace that was found and read. */
export type FoundWorkspace = {
  readonly name: string;
  /** In a file (of a project, or anywhere), in the backend, or nowhere but here. */
  readonly place: WorkspacePlace;
  /** The absolute path, or the backend's key. */
  readonly file: string;
  /** A project leads to it, wherever its file lies. */
  readonly inProject?: true;
  readonly workspace: WorkspaceFile;
  readonly origin: Origin;
  /** What it extends, the nearest first: files, or keys of the backend. */
  readonly bases?: readonly string[];
  /** What of its bases' context it does not use. */
  readonly overridden?: readonly Overridden[];
};

/** A workspace and what chose it: a flag, the environment, a file or the switch. */
export type ChosenWorkspace = FoundWorkspace & {readonly from: ChosenFrom};
