import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {Permissions} from '../../core/plan/plan.ts';
import type {Session} from '../session.ts';
import {secondsFlag, wholeNumberFlag} from './seconds.ts';

const collect = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

export type SpecFileFlag = {readonly specFile?: string};

export const specFileFlag = (command: Command): Command =>
  command.option('--spec-file <file>', 'a spec in place of the sources of the stack');

/** A relative path starts where `-C` leads. */
export const readSpecFile = (
  {specFile}: SpecFileFlag,
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
): SpecFileFlag => (specFile === undefined ? {} : {specFile: resolve(globals.stack.directory ?? deps.cwd, specFile)});

export type PermissionFlags = {
  readonly adopt?: string[];
  readonly allowReplace?: string[];
  readonly allowDelete?: string[];
  readonly forceConflicts?: string[];
};

/** What a plan may do beyond the harmless. Each takes one id (or `all`) and may be repeated. */
export const permissionFlags = (command: Command): Command =>
  allowDeleteFlag(command)
    .option('--adopt <id|all>', 'take over a live object that no stack owns (repeatable)', collect)
    .option('--allow-replace <id|all>', 'delete and make again what cannot be updated (repeatable)', collect)
    .option('--force-conflicts <id|all>', 'take fields that another manager owns (repeatable)', collect);

export const allowDeleteFlag = (command: Command): Command =>
  command.option('--allow-delete <id|all>', 'delete what holds other objects or data (repeatable)', collect);

export const readPermissions = (flags: PermissionFlags): Permissions => ({
  adopt: flags.adopt ?? [],
  allowReplace: flags.allowReplace ?? [],
  allowDelete: flags.allowDelete ?? [],
  forceConflicts: flags.forceConflicts ?? [],
});

export type RunFlags = {
  readonly wait?: boolean;
  readonly timeout?: number;
  readonly parallelism?: number;
  readonly dryRun?: boolean;
};

/** How a plan is run. */
export const runFlags = (command: Command): Command =>
  command
    .option('--no-wait', 'do not wait until what was written is ready')
    .option('--timeout <time>', 'how long the whole run may take, for example 300 or 10m', secondsFlag('--timeout'))
    .option('--parallelism <n>', 'how many changes may run at once', wholeNumberFlag('--parallelism', 1))
    .option('--dry-run', 'show what would be done, like preview');

export const readRun = ({wait, timeout, parallelism}: RunFlags) => ({
  // Commander sets the default of a lone --no-wait only when the flag is declared before parsing begins.
  wait: wait ?? true,
  ...(timeout === undefined ? {} : {timeoutSeconds: timeout}),
  ...(parallelism === undefined ? {} : {parallelism}),
});
