import type {Command} from 'commander';
import type {StackSelection} from '../../app/stacks/selection.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isWorkspacePattern} from '../../core/workspace/workspace-pattern.ts';
import {defined} from '../../lib/defined.ts';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';
import type {ShapeFlags} from './plan-flags.ts';
import {wholeNumberFlag} from './seconds.ts';

/** The number of stacks at once without the flag, as `eachStack` has it; it is not imported, so that help loads nothing. */
const PARALLEL_STACKS = 4;

/** The flags that select several stacks, or several workspaces. */
export type SeveralFlags = {
  readonly all?: boolean;
  readonly changedSince?: string;
  readonly parallelStacks?: number;
  readonly selector?: string;
  readonly withDependants?: boolean;
};

/** Adds the flags that select several stacks, or several workspaces. */
export const severalFlags = (
  command: Command,
  all = 'select every stack at and below the current directory',
): Command =>
  parallelStacksFlag(
    command
      .option('--all', all)
      .option(
        '--changed-since <ref>',
        'select only stacks whose files differ from the merge base of HEAD and this git revision',
      )
      .option(
        '-l, --selector <labels>',
        'run in every workspace with these labels, for example tier=staging; or repeat -w, or pass a pattern: -w "eu-*"',
      ),
  );

/** Adds the flag that selects the users of shared stacks. */
export const dependantsFlag = (command: Command): Command =>
  command.option(
    '--with-dependants',
    'of a shared stack: select also the stacks that use its changed values and whose files are here',
  );

/** Adds the flag for the number of stacks at once. */
export const parallelStacksFlag = (command: Command): Command =>
  command.option(
    '--parallel-stacks <n>',
    `maximum number of stacks at once; default: ${PARALLEL_STACKS}`,
    wholeNumberFlag('--parallel-stacks', 1),
  );

/**
 * Returns the selected stacks, or undefined if the flags mean one stack in one workspace. Only the flags decide the shape of the result:
 * `--all` with one stack has the same shape as with ten.
 */
export function readSeveral(
  flags: SeveralFlags,
  session: Pick<Session, 'globals' | 'deps'>,
  operation: StackSelection['operation'] = 'apply',
): StackSelection | undefined {
  const {all = false, changedSince, parallelStacks, selector} = flags;
  const {globals, deps} = session;
  const {stacks, stack} = globals;
  if (all && stacks.length > 0) throw usageError('--all and -s cannot be used together.', 'Leave out one of them.');
  if (changedSince === '') throw usageError('--changed-since needs a revision.', 'For example: --changed-since main');
  const workspaces = readWorkspaces(selector, globals.workspaces);
  if (flags.withDependants === true) return readNamed({...flags, isMore: workspaces !== undefined}, session, operation);
  const isOneStack = !all && changedSince === undefined && stacks.length < 2;
  if (isOneStack && workspaces === undefined) return undefined;
  return {
    directory: stack.directory ?? deps.cwd,
    stacks,
    operation,
    changedSince,
    ...(workspaces === undefined ? defined({workspace: stack.workspace}) : {workspaces, onlyHere: isOneStack}),
    ...defined({parallel: parallelStacks}),
  };
}

/** Returns the named stacks, or the one of the directory, in one workspace. */
function readNamed(
  {all, changedSince, parallelStacks, isMore}: SeveralFlags & {readonly isMore: boolean},
  {globals: {stacks, stack}, deps}: Pick<Session, 'globals' | 'deps'>,
  operation: StackSelection['operation'],
): StackSelection {
  if (all === true || changedSince !== undefined || isMore) throw onlyNamed();
  const directory = stack.directory ?? deps.cwd;
  const onlyHere = stacks.length === 0 ? true : undefined;
  return {directory, stacks, operation, ...defined({onlyHere, workspace: stack.workspace, parallel: parallelStacks})};
}

const onlyNamed = () =>
  usageError(
    '--with-dependants works with named stacks in one workspace, and not with --all, --changed-since, -l or several -w.',
    'Name the shared stack with -s. --all selects its users as well.',
  );

/** Returns the workspaces if the flags select several: a pattern or a selector does, however many workspaces it finds. */
function readWorkspaces(selector: string | undefined, names: readonly string[]): StackSelection['workspaces'] {
  if (selector === undefined)
    return names.length > 1 || names.some(isWorkspacePattern) ? {names: names.map(nonEmpty)} : undefined;
  if (names.length > 0)
    throw usageError('-w and -l cannot be used together.', 'Select the workspaces with one of them.');
  return {labels: selector};
}

function nonEmpty(name: string): string {
  if (name === '') throw usageError('-w is empty and names no workspace.');
  return name;
}

/** The flags of a command, of which some work with one stack only. */
type FlagsOfOne = {
  readonly flags: ShapeFlags & {readonly revision?: string | undefined; readonly imagesFrom?: string | undefined};
  /** Another one of these, if it was given. */
  readonly more?: unknown;
};

/**
 * Returns the one stack of a command as a run of several: with the shared stacks that make what it claims. Undefined if the error has another cause,
 * or if a flag works with one stack only.
 */
export function withMakersFor(
  error: unknown,
  {flags, more}: FlagsOfOne,
  {globals: {stacks, stack}, deps}: Pick<Session, 'globals' | 'deps'>,
): StackSelection | undefined {
  if (!(error instanceof GantryError) || error.failure.code !== 'shared/claim-to-make') return undefined;
  const {specFile, target, exclude, revision, imagesFrom} = flags;
  if ([specFile, target, exclude, revision, imagesFrom, more].some((one) => one !== undefined)) return undefined;
  const onlyHere = stacks.length === 0 ? true : undefined;
  const directory = stack.directory ?? deps.cwd;
  return {directory, stacks, operation: 'apply', withMakers: true, ...defined({onlyHere, workspace: stack.workspace})};
}

/** Refuses flags that apply to one stack only. */
export function refuseForSeveral(given: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(given).find(([, value]) => value !== undefined && value !== false);
  if (found === undefined) return;
  throw usageError(
    `${found[0]} works with one stack in one workspace, but several are selected.`,
    'Select one stack with -s STACK, and one workspace with -w NAME.',
  );
}
