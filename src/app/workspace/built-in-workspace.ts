import {type LoadedWorkspace, parseWorkspaceText} from '../../config/workspace-file.ts';
import {DEFAULT_SANDBOX} from '../../core/workspace/sandbox-name.ts';
import type {KnownWorkspace} from './known-workspace.ts';

/** The workspace that is there without anybody making it: who has just installed Gantry can try it. */
export const BUILT_IN: KnownWorkspace = {
  name: DEFAULT_SANDBOX,
  place: 'built-in',
  file: `built-in:${DEFAULT_SANDBOX}`,
};

/** As a file would have it. */
export const BUILT_IN_TEXT = `name: ${DEFAULT_SANDBOX}\ncontext:\n  cluster: sandbox\n`;

/** Parses the workspace for the sandbox that Gantry brings along. */
export const readBuiltIn = (): LoadedWorkspace => parseWorkspaceText(BUILT_IN_TEXT, BUILT_IN.file);
