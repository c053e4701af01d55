import {type LoadedWorkspace, parseWorkspaceText} from '../../config/workspace-file.ts';
import {DEFAULT_SANDBOX} from '../../core/workspace/sandbox-name.ts';
import type {KnownWorkspace} from './known-workspace.ts';

/** The built-in workspace: a new user can try Gantry without creating one. */
export const BUILT_IN: KnownWorkspace = {
  name: DEFAULT_SANDBOX,
  place: 'built-in',
  file: `built-in:${DEFAULT_SANDBOX}`,
};

/** The built-in workspace as the text of a file. */
export const BUILT_IN_TEXT = `name: ${DEFAULT_SANDBOX}\ncontext:\n  cluster: sandbox\n`;

/** Parses the workspace for the sandbox that Gantry brings along. */
export const readBuiltIn = (): LoadedWorkspace => parseWorkspaceText(BUILT_IN_TEXT, BUILT_IN.file);
