import type {ProgramResult} from '../program/program-call.ts';
import type {ModuleDescription} from './describe-module.ts';
import type {ModuleProblem} from './module-problem.ts';
import type {ModuleUse} from './run-module.ts';

/** A request to the process of a module: one line of JSON. */
export type ModuleMessage =
  | {readonly kind: 'describe'; readonly module: string}
  | {readonly kind: 'run'; readonly module: string; readonly use: ModuleUse};

/** The answer of the process: one line of JSON. */
export type ModuleAnswer =
  | {readonly kind: 'described'; readonly description: ModuleDescription}
  | {readonly kind: 'generated'; readonly generated: unknown}
  | {readonly kind: 'problems'; readonly problems: readonly ModuleProblem[]}
  /** The answer to a call of a program. */
  | {readonly kind: 'called'; readonly result: ProgramResult}
  /** The file could not be loaded, or does not export a module. */
  | {readonly kind: 'unusable'; readonly faults: readonly string[]};
