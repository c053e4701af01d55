import {resolve} from 'node:path';
import {type Command, Option} from 'commander';
import type {Permissions} from '../../core/plan/plan.ts';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';
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
  readonly forceConflicts?: string[];
};

/** What a plan may do beyond the harmless. Each takes one id (or `all`) and may be repeated. */
export const permissionFlags = (command: Command): Command =>
  laterFlags(takeOverFlag(command))
    .option('--adopt <id|all>', 'take over a live object that no stack owns (repeatable)', collect)
    .option('--force-conflicts <id|all>', 'take fields that another manager owns (repeatable)', collect);

export type TakeOverFlag = {readonly takeOverProject?: boolean};

export const takeOverFlag = (command: Command): Command =>
  command.option('--take-over-project', 'the releases were made from another repository: from now on from this one');

export const readTakeOver = ({takeOverProject}: TakeOverFlag): TakeOverFlag =>
  takeOverProject === true ? {takeOverProject} : {};

/** Flags of the contract that this version refuses by name, rather than ignore what the user asked for. */
const laterFlags = (command: Command): Command =>
  LATER.reduce((to, flag) => to.addOption(new Option(`${flag} <id|all>`).hideHelp().argParser(refuse(flag))), command);

const LATER = ['--allow-replace', '--allow-delete', '--allow-data-loss'];

const refuse = (flag: string) => (): never => {
  throw usageError(`${flag} is not built yet.`, 'A change that would need it is shown as blocked.');
};

export const NO_PERMISSIONS: Permissions = {adopt: [], forceConflicts: []};

export const readPermissions = (flags: PermissionFlags): Permissions => ({
  adopt: flags.adopt ?? [],
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
