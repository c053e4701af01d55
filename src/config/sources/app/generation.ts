import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import type {Naming} from '../../../core/module/module.ts';
import type {Located} from '../../../core/variation/located.ts';
import type {WorkspaceModules} from './workspace-modules.ts';

/** The settings for generating the objects of applications. */
export type Generation = {
  readonly names: {readonly project: string; readonly stack: string};
  readonly workspace: string;
  readonly namespace: string | undefined;
  readonly naming: Naming;
  /** Returns the fields that the workspace sets for a module. */
  readonly platform: (module: string) => Located | undefined;
  /** True: the fields of the workspace win, to explain the values that the application replaces. */
  readonly platformFirst?: boolean;
  /** True: modules of the workspace run with other settings too, to find the setting of each field. */
  readonly traced?: boolean;
  /** The context of the workspace: a module receives the keys that it asks for. */
  readonly context: JsonObject;
  readonly modules: WorkspaceModules;
  readonly report: (problem: Diagnostic) => void;
};

/** A use of a module in an application. */
export type Use = {
  readonly application: string;
  readonly module: string;
  readonly accessory?: string;
  readonly node: Located;
};
