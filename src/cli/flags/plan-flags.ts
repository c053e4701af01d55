import {resolve} from 'node:path';
import {type Command, Option} from 'commander';
import type {PlanFlags, PreviewRequest} from '../../app/plan/release-requests.ts';
import {PERMISSION_FLAG, type Permission, type Permissions} from '../../core/plan/permissions.ts';
import {defined} from '../../lib/defined.ts';
import type {Session} from '../session.ts';
import {collect} from './collect.ts';
import {secondsFlag, wholeNumberFlag} from './seconds.ts';

/** The value of `--spec-file`, as given on the command line. */
export type SpecFileFlag = {readonly specFile?: string};

/** Adds `--spec-file`, for commands that can plan without the sources of the stack. */
export const specFileFlag = (command: Command): Command =>
  command.option('--spec-file <file>', 'take the resources from this spec file, not from the sources of the stack');

/** Returns the absolute path of `--spec-file`. A relative path starts at the directory of `-C`. */
export const readSpecFile = (
  {specFile}: SpecFileFlag,
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
): SpecFileFlag => (specFile === undefined ? {} : {specFile: resolve(globals.stack.directory ?? deps.cwd, specFile)});

/** Values of `--image`, not yet parsed. */
export type ImageFlag = {readonly image?: readonly string[]};

/** Adds `--image`; each use adds one. */
export const imageFlag = (command: Command): Command =>
  command.option(
    '--image <name=ref>',
    'replace the image NAME in all containers that use it, for example nginx=:1.28 (repeatable)',
    collect,
  );

/** Returns the images of `--image`. The key is left out if the flag was not given. */
export const readImages = ({image}: ImageFlag): {readonly images?: readonly string[]} =>
  image === undefined ? {} : {images: image};

/** The value of `--take-over-project`. */
export type TakeOverFlag = {readonly takeOverProject?: boolean};

/** Adds `--take-over-project`, which overrides the protection against two projects with the same name. */
export const takeOverFlag = (command: Command): Command =>
  command.option(
    '--take-over-project',
    'for a project that moved: take over the releases of its old repository or directory',
  );

/** Returns the value of `--take-over-project`. The key is left out if the flag was not given. */
export const readTakeOver = ({takeOverProject}: TakeOverFlag): TakeOverFlag =>
  takeOverProject === true ? {takeOverProject} : {};

/** The values of the permission flags, as given on the command line. */
export type PermissionFlags = Partial<Record<Permission, readonly string[]>>;

const PERMISSION_HELP: Readonly<Record<Permission, readonly [argument: string, summary: string]>> = {
  adopt: ['<id|kind|label|glob|all>', 'take ownership of live objects that no stack owns (repeatable)'],
  allowReplace: ['<id|all>', 'replace (delete and recreate) an object that cannot be changed in place (repeatable)'],
  allowDelete: [
    '<id|all>',
    'allow deletions that cascade (a namespace, a CRD, a volume), that exceed the limit in "guards", or (by id only) of objects that may belong to others (repeatable)',
  ],
  allowDataLoss: [
    '<id>',
    'replace an object that holds data, and lose the data; or delete a CRD of a chart with all objects of its kind (repeatable)',
  ],
  forceConflicts: ['<id|all>', 'take over fields that another manager owns (repeatable)'],
  revertAdded: ['<id|path|all>', 'remove fields that others have added to live objects (repeatable)'],
};

/** Adds the permission flags of a plan. Each takes an id or `all`, and can be repeated. */
export const permissionFlags = (command: Command): Command =>
  Object.entries(PERMISSION_FLAG).reduce((to, [name, flag]) => {
    const [argument, summary] = PERMISSION_HELP[name as Permission];
    return to.option(`${flag} ${argument}`, summary, collect);
  }, command);

/** Values of the permission flags of a destroy. */
export type AllowDeleteFlag = Pick<PermissionFlags, 'allowDelete' | 'allowDataLoss'>;

/** Adds the permissions that a destroy can need. */
export const allowDeleteFlag = (command: Command): Command => {
  const [argument, summary] = PERMISSION_HELP.allowDelete;
  return command
    .option(`${PERMISSION_FLAG.allowDelete} ${argument}`, summary, collect)
    .option(
      `${PERMISSION_FLAG.allowDataLoss} <id>`,
      'also delete this CRD of a chart, with all objects of its kind (repeatable)',
      collect,
    );
};

/** Returns the permissions of a plan. Flags that were not given permit nothing. */
export const readPermissions = (flags: PermissionFlags): Permissions => ({
  adopt: flags.adopt ?? [],
  allowReplace: flags.allowReplace ?? [],
  allowDelete: flags.allowDelete ?? [],
  allowDataLoss: flags.allowDataLoss ?? [],
  forceConflicts: flags.forceConflicts ?? [],
  revertAdded: flags.revertAdded,
});

/** The flags that decide what a plan contains, as given on the command line. */
export type ShapeFlags = SpecFileFlag &
  TakeOverFlag &
  ImageFlag &
  PermissionFlags &
  HookFlags & {
    readonly target?: readonly string[];
    readonly exclude?: readonly string[];
    readonly ignore?: readonly string[];
    readonly regenerate?: readonly string[];
    readonly allowEmpty?: boolean;
    readonly refresh?: boolean;
    readonly replace?: readonly string[];
  };

/** The values of `--run-hooks` and `--skip-hooks`. */
export type HookFlags = {readonly runHooks?: boolean; readonly skipHooks?: boolean};

/** Returns the option `--skip-hooks`. */
export const skipHooks = (): Option => new Option('--skip-hooks', 'run no hook of a chart').conflicts('runHooks');

/** Returns the choice of hooks. The key is left out if no flag was given. */
export const readHooks = ({runHooks, skipHooks}: HookFlags): Pick<PlanFlags, 'hooks'> =>
  runHooks === true ? {hooks: 'all'} : skipHooks === true ? {hooks: 'skip'} : {};

/** Adds the flags that shape a plan made from files or from a release. */
export const sourcelessFlags = (command: Command): Command =>
  permissionFlags(command)
    .option(
      '--target <id|kind|label|glob>',
      'plan only these resources, and the resources that they need (repeatable)',
      collect,
    )
    .option(
      '--exclude <id|kind|label|glob>',
      'leave out these resources, and the resources that need them (repeatable)',
      collect,
    )
    .option('--ignore <path>', 'leave this field to other managers: PATH, KIND:PATH or ID:PATH (repeatable)', collect)
    .option('--run-hooks', 'run all hooks of charts that belong to the change, although nothing changed for them')
    .addOption(skipHooks());

/** Adds all flags that shape a plan. Preview and apply have the same ones. */
export const shapeFlags = (command: Command): Command =>
  imageFlag(sourcelessFlags(takeOverFlag(specFileFlag(command))))
    .option(
      '--regenerate <name|id>',
      'renew generated values (passwords, certificates): of a Helm release, a module or an object (repeatable)',
      collect,
    )
    .option('--replace <id>', 'replace this Terraform resource, although nothing changed (repeatable)', collect)
    .option('--refresh', 'also record what changed at the providers of Terraform resources by itself')
    .option('--allow-empty', 'allow files that contain no resource: all resources of the stack are deleted');

/** Returns the names of the given flags that shape a plan. They are refused with a saved plan, which has its own. */
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
  imagesFrom: '--images-from',
  ignore: '--ignore',
  regenerate: '--regenerate',
  allowEmpty: '--allow-empty',
  refresh: '--refresh',
  replace: '--replace',
  runHooks: '--run-hooks',
  skipHooks: '--skip-hooks',
} as const;

/** Returns the plan's part of a request. Keys of flags that were not given are left out. */
export const readShape = (flags: ShapeFlags, session: Pick<Session, 'globals' | 'deps'>): PlanFlags => ({
  ...readSpecFile(flags, session),
  permissions: readPermissions(flags),
  ...readTakeOver(flags),
  targets: flags.target,
  excludes: flags.exclude,
  ...readImages(flags),
  ignore: flags.ignore,
  ...defined({regenerate: flags.regenerate}),
  allowEmpty: flags.allowEmpty === true ? true : undefined,
  ...defined({refresh: flags.refresh === true ? true : undefined, replace: flags.replace}),
  ...readHooks(flags),
});

/** Returns the request of a command that makes a plan from the files of the stack. */
export const planRequest = (flags: ShapeFlags, session: Pick<Session, 'globals' | 'deps'>): PreviewRequest => ({
  ...session.globals.stack,
  operation: 'apply',
  ...readShape(flags, session),
});

/** The flags of how a plan is executed. The timeout is in seconds. */
export type RunFlags = {
  readonly wait?: boolean;
  readonly timeout?: number;
  readonly parallelism?: number;
  readonly dryRun?: boolean;
};

/** Adds the flags of how a plan is executed. `noWait` is the help of `--no-wait`. */
export const runFlags = (command: Command, noWait = 'do not wait until the resources are ready'): Command =>
  command
    .option('--no-wait', noWait)
    .option(
      '--timeout <time>',
      'time limit of the whole run, for example 300 (seconds) or 10m; default: 30m, and 10m for each resource',
      secondsFlag('--timeout'),
    )
    .option(
      '--parallelism <n>',
      'maximum number of simultaneous changes; default: no limit',
      wholeNumberFlag('--parallelism', 1),
    )
    .option('--dry-run', 'only show the changes, and change nothing');

/** Returns the run's part of a request. It waits unless `--no-wait` was given. */
export const readRun = ({wait, timeout, parallelism}: RunFlags) => ({
  // Commander sets the default of a lone --no-wait only when the flag is declared before parsing begins.
  wait: wait ?? true,
  timeoutSeconds: timeout,
  parallelism,
});
