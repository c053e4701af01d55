import type {WorkspaceFile} from '../../config/workspace-file.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';

/** What made a workspace the current one. */
export type ChosenFrom = '-w' | 'GANTRY_WORKSPACE' | 'stack.yaml' | 'switch';

/** A workspace that was found and read. */
export type FoundWorkspace = {
  readonly name: string;
  /** In a file (of a project, or anywhere), or in the backend. */
  readonly place: 'file' | 'backend';
  /** The absolute path, or the backend's key. */
  readonly file: string;
  readonly workspace: WorkspaceFile;
  readonly origin: Origin;
};

export type ChosenWorkspace = FoundWorkspace & {readonly from: ChosenFrom};
