import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {PlanFlags, PreviewRequest} from '../../app/plan/release-requests.ts';
import {PERMISSION_FLAG, type Permission, type Permissions} from '../../core/plan/permissions.ts';
import type {Session} from '../session.ts';
import {collect} from './collect.ts';
import {secondsFlag, wholeNumberFlag} from './seconds.ts';

/** The value of `--spec-file` as the command line has it. */
export type SpecFileFlag = {readonly specFile?: string};

/** Adds `--spec-file`, for commands that can plan without the stack's sources. */
export const specFileFlag = (command: Command): Command =>
  command.option('--spec-file <file>', 'a spec in place of the sources of the stack');

/** A relative path starts where `-C` leads. */
export const readSpecFile = (
  {specFile}: SpecFileFlag,
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
): SpecFileFlag => (specFile === undefined ? {} : {specFile: resolve(globals.stack.directory ?? deps.cwd, specFile)});

/** Values of `--image`, not yet parsed. */
export type ImageFlag = {readonly image?: readonly string[]};

/** Adds `--image`; each use adds one. */
export const imageFlag = (command: Command): Command =>
  command.option('--image <name=ref>', 'another image for all containers that use NAME (repeatable)', collect);

/** Leaves the key out if the flag was not given. */
export const readImages = ({image}: ImageFlag): {readonly images?: readonly string[]} =>
  image === undefined ? {} : {images: image};

/** Whether `--take-over-project` was given. */
export type TakeOverFlag = {readonly takeOverProject?: boolean};

/** Adds `--take-over-project`, which stops the protection against two projects with one name. */
export const takeOverFlag = (command: Command): Command =>
  command.option(
    '--take-over-project',
    'the releases were made from another repository or directory: from now on from this one',
  );

/** Leaves the key out if the flag was not given. */
export const readTakeOver = ({takeOverProject}: TakeOverFlag): TakeOverFlag =>
  takeOverProject === true ? {takeOverProject} : {};

type PermissionFlags = Partial<Record<Permission, readonly string[]>>;

const PERMISSION_HELP: Readonly<Record<Permission, readonly [argument: string, summary: string]>> = {
  adopt: ['<id|all>', 'take over a live object that no stack owns (repeatable)'],
  allowReplace: ['<id|all>', 'delete and make again what cannot be changed in place (repeatable)'],
  allowDelete: [
    '<id|all>',
    'delete what takes more with it (a namespace, a definition, a volume), very much, or (by id only) what may not be ours (repeatable)',
  ],
  allowDataLoss: ['<id>', 'replace what holds data, and lose that (repeatable)'],
  forceConflicts: ['<id|all>', 'take fields that another manager owns (repeatable)'],
  revertAdded: ['<id|path|all>', 'remove what others have added to live objects (repeatable)'],
};

/** What a plan may do beyond the harmless. Each takes one id (or `all`) and may be repeated. */
export const permissionFlags = (command: Command): Command =>
  Object.entries(PERMISSION_FLAG).reduce((to, [name, flag]) => {
    const [argument, summary] = PERMISSION_HELP[name as Permission];
    return to.option(`${flag} ${argument}`, summary, collect);
  }, command);

/** Values of `--allow-delete`, for commands that have no other permission flag. */
export type AllowDeleteFlag = Pick<PermissionFlags, 'allowDelete'>;

/** The one permission that a destroy may lack. */
export const allowDeleteFlag = (command: Command): Command => {
  const [argument, summary] = PERMISSION_HELP.allowDelete;
  return command.option(`${PERMISSION_FLAG.allowDelete} ${argument}`, summary, collect);
};

/** Returns the permissions of a plan; flags that were not given permit nothing. */
export const readPermissions = (flags: PermissionFlags): Permissions => ({
  adopt: flags.adopt ?? [],
  allowReplace: flags.allowReplace ?? [],
  allowDelete: flags.allowDelete ?? [],
  allowDataLoss: flags.allowDataLoss ?? [],
  forceConflicts: flags.forceConflicts ?? [],
  revertAdded: flags.revertAdded,
});

/** Flags that decide what a plan contains, as the command line has them. */
export type ShapeFlags = SpecFileFlag &
  TakeOverFlag &
  ImageFlag &
  PermissionFlags & {
    readonly target?: readonly string[];
    readonly exclude?: readonly string[];
    readonly ignore?: readonly string[];
    readonly allowEmpty?: boolean;
  };

/** What shapes a plan whatever it is made of: the files, or a release. */
export const sourcelessFlags = (command: Command): Command =>
  permissionFlags(command)
    .option('--target <id|kind|label|glob>', 'only these, and what they need (repeatable)', collect)
    .option('--exclude <id|kind|label|glob>', 'not these, and not what needs them (repeatable)', collect)
    .option('--ignore <path>', 'leave this field to others (repeatable)', collect);

/** All that shapes a plan: the same flags on preview and apply. */
export const shapeFlags = (command: Command): Command =>
  imageFlag(sourcelessFlags(takeOverFlag(specFileFlag(command)))).option(
    '--allow-empty',
    'the files hold no resource, and that is meant: all that the stack holds is deleted',
  );

/** Which of those flags were given, by the names that the user typed: a saved plan has its own. */
export const givenShape = (flags: ShapeFlags): readonly string[] =>
  Object.keys(flags)
    .filter((name) => name in SHAPE_FLAG)
    .map((name) => SHAPE_FLAG[name as keyof typeof SHAPE_FLAG]);

const SHAPE_FLAG = {
  ...PERMISSION_FLAG,
  specFile: '--spec-file',
  takeOverProject: '--take-over-project',
  target: '--target',
  exclude: '--exclude',
  image: '--image',
  ignore: '--ignore',
  allowEmpty: '--allow-empty',
} as const;

/** Returns the plan's part of a request; keys of flags that were not given are left out. */
export const readShape = (flags: ShapeFlags, session: Pick<Session, 'globals' | 'deps'>): PlanFlags => ({
  ...readSpecFile(flags, session),
  permissions: readPermissions(flags),
  ...readTakeOver(flags),
  targets: flags.target,
  excludes: flags.exclude,
  ...readImages(flags),
  ignore: flags.ignore,
  allowEmpty: flags.allowEmpty === true ? true : undefined,
});

/** The request of every command that makes a plan of the stack's files. */
export const planRequest = (flags: ShapeFlags, session: Pick<Session, 'globals' | 'deps'>): PreviewRequest => ({
  ...session.globals.stack,
  operation: 'apply',
  ...readShape(flags, session),
});

/** Flags of how a plan is carried out; the timeout is in seconds. */
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

/** Returns the run's part of a request. It waits unless `--no-wait` was given. */
export const readRun = ({wait, timeout, parallelism}: RunFlags) => ({
  // Commander sets the default of a lone --no-wait only when the flag is declared before parsing begins.
  wait: wait ?? true,
  timeoutSeconds: timeout,
  parallelism,
});
