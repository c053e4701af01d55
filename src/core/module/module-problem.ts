import type {JsonPath} from '../json.ts';

/** A problem of one use of a module. */
export type ModuleProblem = {
  /** The place to fix it: the fields of the application, those of the workspace (`modules.NAME.configs`), or the module. */
  readonly side: 'application' | 'platform' | 'module';
  /** The path of the value on that side. Empty for the whole use. */
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
};

/** Returns a problem of the module itself: its author fixes it. */
export const ofModule = (message: string, hint?: string): ModuleProblem => ({side: 'module', path: [], message, hint});
