import {homedir} from 'node:os';
import {isAbsolute, relative, sep} from 'node:path';
import type {LoadedWorkspace} from '../../config/workspace-file.ts';
import {maskedPosition} from '../../config/yaml/masked-position.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
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
  const rest = isAbsolute(path) ? within(homeOfUser(deps), path) : undefined;
  return rest === undefined ? path : `~/${rest.split(sep).join('/')}`;
}

/**
 * Refuses paths in the user's home directory, or in `$GANTRY_HOME`, in a backend that others can read: they name the user, and lead other
 * users nowhere.
 * @throws GantryError 'input/invalid' at the lines of the paths
 */
export function refuseHomePaths(
  {workspace, origin}: LoadedWorkspace,
  backend: Pick<Backend, 'name' | 'isPrivate'>,
  deps: Home,
): void {
  if (backend.isPrivate === true) return;
  const diagnostics: Diagnostic[] = [];
  eachString(workspace as unknown as JsonObject, (text, at) => {
    if (isInHome(text, deps)) diagnostics.push(diagnosticOf(text, at, {origin, backend, deps}));
  });
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
}

const isInHome = (text: string, {env, home}: Home): boolean =>
  isAbsolute(text) && [homeOfUser({env}), home].some((one) => one === text || within(one, text) !== undefined);

type Place = Pick<LoadedWorkspace, 'origin'> & {readonly backend: Pick<Backend, 'name'>; readonly deps: Home};

function diagnosticOf(text: string, path: JsonPath, {origin, backend, deps}: Place): Diagnostic {
  const shared = homeRelative(text, deps);
  const other = shared === text ? '' : `Write ${shared}, which is in the home directory of each user, or `;
  return {
    severity: 'error',
    code: 'workspace/home-path',
    message: `${text} is in your home directory, and other people use ${backend.name}`,
    at: maskedPosition(origin.position(path)),
    hint: `${other}${other === '' ? 'K' : 'k'}eep the workspace for yourself: --mine.`,
  };
}
