import {homedir} from 'node:os';
import {dirname, isAbsolute, relative, sep} from 'node:path';
import type {LoadedWorkspace} from '../../config/workspace-file.ts';
import {maskedPosition} from '../../config/yaml/masked-position.ts';
import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject, JsonPath} from '../../core/json.ts';
import {eachString} from '../../core/reference/map-strings.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';

type Home = Pick<Deps, 'env' | 'home'>;

/** Returns the home directory of the user. */
const homeOfUser = ({env}: Pick<Deps, 'env'>): string => env['HOME'] || env['USERPROFILE'] || homedir();

const within = (directory: string, path: string): string | undefined => {
  const rest = relative(directory, path);
  return rest === '' || rest === '..' || rest.startsWith(`..${sep}`) || isAbsolute(rest) ? undefined : rest;
};

/** Returns a path below the user's home as one below everyone's home: `~/.kube/prod`. Other paths stay. */
export function homeRelative(path: string, deps: Pick<Deps, 'env'>): string {
  const home = homeOfUser(deps);
  // A user without a home has the root of the file system.
  const rest = isAbsolute(path) && dirname(home) !== home ? within(home, path) : undefined;
  return rest === undefined ? path : `~/${rest.split(sep).join('/')}`;
}

/** A workspace to store, and where. */
export type StoredWorkspace = {
  readonly loaded: LoadedWorkspace;
  readonly backend: Pick<Backend, 'name' | 'isPrivate'>;
  /** The paths of the values that change. Absent: all are new. */
  readonly changed?: readonly JsonPath[];
};

/**
 * Refuses paths in the user's home directory, or in `$GANTRY_HOME`, in a backend that others can read. Such a path contains the name of the user, and
 * does not exist for other users.
 * @throws GantryError 'input/invalid' at the lines of the paths
 */
export function refuseHomePaths({loaded, backend, changed}: StoredWorkspace, deps: Home): void {
  if (backend.isPrivate === true) return;
  const diagnostics: Diagnostic[] = [];
  eachString(loaded.workspace as unknown as JsonObject, (text, at) => {
    const found =
      changed === undefined || changed.some((path) => isPrefix(path, at)) ? pathInHome(text, deps) : undefined;
    if (found !== undefined) diagnostics.push(diagnosticOf(found, {at: loaded.origin.position(at), backend, deps}));
  });
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
}

const isPrefix = (path: JsonPath, at: JsonPath): boolean => path.every((step, i) => String(at[i]) === String(step));

/** Returns the first path in a text that is in the home directory; the text may have other parts, even secrets. */
function pathInHome(text: string, {env, home}: Home): string | undefined {
  const homes = [homeOfUser({env}), home].filter((one) => dirname(one) !== one);
  const found = homes.flatMap((one) => {
    const begin = text.search(new RegExp(`(?<![\\w.~-])${escapeRegExp(one)}(?![\\w.-])`));
    return begin < 0 ? [] : [/^[^\s"'`,;:]*/.exec(text.slice(begin))?.[0] ?? ''];
  });
  return found[0];
}

type Place = {readonly at: Position; readonly backend: Pick<Backend, 'name'>; readonly deps: Home};

function diagnosticOf(path: string, {at, backend, deps}: Place): Diagnostic {
  const shared = homeRelative(path, deps);
  const own = 'create the workspace for yourself: gantry workspace create --mine.';
  return {
    severity: 'error',
    code: 'workspace/home-path',
    message: `${path} is in your home directory, and other people use ${backend.name}`,
    at: maskedPosition(at),
    hint:
      shared === path ? `C${own.slice(1)}` : `Write ${shared}, which is in the home directory of each user, or ${own}`,
  };
}

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
