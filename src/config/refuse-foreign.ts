import {realpathSync, statSync} from 'node:fs';
import {dirname, relative, sep} from 'node:path';
import {GantryError} from '../core/failure/failure.ts';
import {posixWord} from '../core/programs/shell-words.ts';
import {type OwnershipProblem, ownershipProblem} from '../core/workspace/ownership.ts';
import {trackedBelow} from './tracked-files.ts';

/** The user that runs Gantry, and the directory with checkouts that are trusted although another user owns them. */
export type Account = {readonly uid: number | undefined; readonly safeDirectory?: string | undefined};

const SAFE_DIRECTORY = 'GANTRY_SAFE_DIRECTORY';

const ofProcess = (): Account => ({uid: process.getuid?.(), safeDirectory: process.env[SAFE_DIRECTORY]});

/**
 * Refuses a project.yaml or stack.yaml if another user can write it or owns its directory: these files name servers and programs.
 * @throws GantryError 'input/usage' with the command that repairs it
 */
export function refuseForeignProject(file: string, account: Account = ofProcess()): void {
  for (const path of [dirname(file), file]) {
    const found = problemOf(path, account, false);
    if (found === undefined || isSafe(path, account)) continue;
    const {problem, repair} = found;
    throw refused(`${file} is not trusted${path === file ? '' : `, because of its directory ${path}`}: ${problem}`, [
      repair,
      `or set ${SAFE_DIRECTORY}=${dirname(file)}, if you trust what is in it`,
    ]);
  }
}

/**
 * Refuses a `$GANTRY_HOME` that another user can write: it defines where releases are stored and which programs run.
 * @throws GantryError 'input/usage' with the command that repairs it
 */
export function refuseForeignHome(home: string, account: Account = ofProcess()): void {
  const found = problemOf(home, account, true);
  if (found === undefined) return;
  throw refused(`GANTRY_HOME ${home} is not used: ${found.problem}`, [
    found.repair,
    'or name another directory with GANTRY_HOME',
  ]);
}

/** Files that keep a directory in a repository and that Gantry does not read. */
const KEEPERS = /^(?:\.gitignore|\.gitkeep|\.keep|README(?:\.\w+)?)$/;

/**
 * Refuses a `$GANTRY_HOME` with a file that git tracks: a pull request could add consents. A directory in a checkout that git ignores, such as a
 * cache of a CI job, is allowed.
 * @throws GantryError 'input/usage' with the command that repairs it
 */
export function refuseTrackedHome(home: string): void {
  const file = trackedBelow(home, (path) => !KEEPERS.test(path));
  if (file === undefined) return;
  throw refused(`GANTRY_HOME ${home} is not used: git tracks ${file}, so a pull request could add consents`, [
    `git rm -r --cached ${posixWord(home)}`,
    'or name another directory with GANTRY_HOME',
  ]);
}

function problemOf(path: string, {uid}: Account, privately: boolean): OwnershipProblem | undefined {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return undefined;
  const owned = {uid: stats.uid, mode: stats.mode, isDirectory: stats.isDirectory()};
  const found = ownershipProblem(owned, uid, privately);
  return found === undefined ? undefined : {...found, repair: found.repair.replace('%', () => path)};
}

/** Reports whether a path is at or below the trusted directory, after links were followed. */
function isSafe(path: string, {safeDirectory = ''}: Account): boolean {
  if (safeDirectory === '' || statSync(safeDirectory, {throwIfNoEntry: false}) === undefined) return false;
  const way = relative(realpathSync(safeDirectory), realpathSync(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

const refused = (message: string, [first, second]: readonly [string, string]): GantryError =>
  new GantryError({code: 'input/usage', message, hint: `Run ${first}, ${second}.`});
