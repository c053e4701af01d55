import {access, constants} from 'node:fs/promises';
import {join} from 'node:path';
import {runProgram} from '../../lib/run-program.ts';

/** The program that runs modules: Node.js with its file, or the single executable itself. */
export type ChildProgram = {
  readonly node: string;
  /** The file that Node.js runs. Absent: `node` is the single executable. */
  readonly file?: string;
  /** Files and directories of Gantry that the process reads. */
  readonly reads: readonly string[];
};

/** A command with its environment. */
export type ChildCommand = {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
};

/** The largest heap of a module in MiB. */
const HEAP_MIB = 256;

const UNSHARE = '/usr/bin/unshare';

/** The first version of Node.js whose permission model covers the network. */
const COVERS_NETWORK = 25;

/** The argument that starts the process of a module in the single executable. */
export const CHILD_ARGUMENT = '__module';

/**
 * Returns the command of the process for a module in a folder: it can read that folder (or only some files) and the code of Gantry, and write nothing. Before Node.js 25 it gets a
 * network namespace without a network, where the system permits one.
 */
export async function childCommand(
  {node, file, reads}: ChildProgram,
  folder: string,
  files: readonly string[] = [join(folder, '*')],
): Promise<ChildCommand> {
  const flags = [
    '--permission',
    ...[...reads, ...files].map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${HEAP_MIB}`,
    '--disable-warning=ExperimentalWarning',
  ];
  // The same dates and texts on every machine.
  const env = {TZ: 'UTC', LC_ALL: 'C'};
  const isolated = Number(process.versions.node.split('.')[0]) < COVERS_NETWORK && (await canUnshare());
  const before: readonly string[] = isolated ? [UNSHARE, '--map-root-user', '--net', '--'] : [];
  if (file === undefined) {
    const NODE_OPTIONS = flags.map((flag) => `"${flag.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
    return {command: commandOf([...before, node, CHILD_ARGUMENT]), env: {...env, NODE_OPTIONS}};
  }
  return {command: commandOf([...before, node, ...flags, file]), env};
}

const commandOf = ([first = '', ...rest]: readonly string[]): readonly [string, ...string[]] => [first, ...rest];

let unshares: Promise<boolean> | undefined;

/** Reports whether this system permits a network namespace for this user. It is tried once. */
function canUnshare(): Promise<boolean> {
  unshares ??= tryUnshare();
  return unshares;
}

async function tryUnshare(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    await access(UNSHARE, constants.X_OK);
  } catch {
    return false;
  }
  const ran = await runProgram({
    command: [UNSHARE, '--map-root-user', '--net', '--', '/bin/true'],
    env: {},
    stdin: 'nothing',
    timeoutSeconds: 2,
    maxBytes: 1024,
  });
  return ran.kind === 'ended' && ran.code === 0;
}
