import {dirname, resolve} from 'node:path';
import {BACKEND_FORMS} from '../../config/backend/backend-forms.ts';
import {parseBackendUrl} from '../../config/backend/parse-backend-url.ts';
import {withoutCredentials} from '../../config/backend/without-credentials.ts';
import {declaredBackend} from '../../config/backend.ts';
import {isInProject, readProject} from '../../config/read-project.ts';
import {stackDirectory} from '../../config/stack-search.ts';
import {readUserConfig, type UserConfig, userConfigFile} from '../../config/user-config.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {DeclaredBackend} from '../../registry/backends.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';

/** The stack of a run, and its flags about the backend. */
export type BackendRequest = StackRequest & {
  /** `--backend`: a backend in one line, or a name from the user's own configuration. */
  readonly backend?: string | undefined;
  /** `--insecure`: accepts an endpoint without TLS. */
  readonly insecure?: boolean;
};

/** A backend as it was written, and where it was written. */
export type ChosenBackend = {
  readonly declared: DeclaredBackend;
  readonly from: '--backend' | 'GANTRY_BACKEND' | 'project.yaml' | 'config.yaml' | 'default';
  /** The base of relative paths. */
  readonly base: string;
  /** The project's `workspaces/`: one of them leads to a backend in a cluster. */
  readonly workspacesDir?: string;
};

type BackendDeps = Pick<Deps, 'cwd' | 'env' | 'home'>;

/** Returns the backend that a command names itself. `from`: the argument, for messages. */
export async function namedBackend(
  text: string,
  from: string,
  request: BackendRequest,
  deps: BackendDeps,
): Promise<ChosenBackend> {
  const project = projectOf(resolve(deps.cwd, request.directory ?? '.'), request.stack);
  const around = project === undefined ? {} : {workspacesDir: project.workspacesDir};
  return {...around, from: '--backend', ...(await named(text, from, deps))};
}

/**
 * Chooses the backend of a run: `--backend`, then `GANTRY_BACKEND`, then the project's, then the user's own, then `$GANTRY_HOME`.
 * @throws GantryError 'input/usage' for a name or a line that is not a backend, 'input/invalid' when a file is wrong
 */
export async function chooseBackend(request: BackendRequest, deps: BackendDeps): Promise<ChosenBackend> {
  const directory = resolve(deps.cwd, request.directory ?? '.');
  const project = projectOf(directory, request.stack);
  const around = project === undefined ? {} : {workspacesDir: project.workspacesDir};
  const variable = deps.env['GANTRY_BACKEND'] || undefined;
  if (request.backend !== undefined)
    return {...around, from: '--backend', ...(await named(request.backend, '--backend', deps))};
  if (variable !== undefined)
    return {...around, from: 'GANTRY_BACKEND', ...(await named(variable, 'GANTRY_BACKEND', deps))};
  if (project?.backend !== undefined)
    return {...around, from: 'project.yaml', declared: project.backend, base: dirname(project.file)};
  const ofUser = declaredByUser(await readUserConfig(deps.home), deps.home);
  if (ofUser !== undefined) return {...around, from: 'config.yaml', base: deps.home, declared: ofUser};
  return {...around, from: 'default', declared: {kind: 'local'}, base: deps.cwd};
}

/** Returns the project of the requested stack. The caller that looks up the stack reports one that is not found. */
function projectOf(directory: string, stack: string | undefined): ReturnType<typeof readProject> {
  if (stack === undefined) return isInProject(directory) ? readProject(directory) : undefined;
  let found: string;
  try {
    found = stackDirectory({directory, stack});
  } catch {
    return isInProject(directory) ? readProject(directory) : undefined;
  }
  return readProject(found);
}

/** Reads a backend in one line; any other text is the name of a backend that the user has configured. */
async function named(text: string, from: string, deps: BackendDeps): Promise<Pick<ChosenBackend, 'declared' | 'base'>> {
  if (text === 'local' || text.includes(':')) {
    const parsed = parseBackendUrl(text);
    if ('problem' in parsed)
      throw new GantryError({code: 'input/usage', message: `${from} ${withoutCredentials(text)}: ${parsed.problem}`});
    return {declared: parsed, base: deps.cwd};
  }
  const {backends} = await readUserConfig(deps.home);
  const found = backends?.[text];
  if (found !== undefined) return {declared: declaredBackend(found), base: deps.home};
  throw unknown(from, text, Object.keys(backends ?? {}), deps);
}

/** Returns the backend that the user's configuration declares: a line, a mapping, or one of its names. */
export function declaredByUser({backend, backends}: UserConfig, home: string): DeclaredBackend | undefined {
  if (backend === undefined) return undefined;
  if (typeof backend !== 'string' || backend === 'local' || backend.includes(':')) return declaredBackend(backend);
  const found = backends?.[backend];
  if (found !== undefined) return declaredBackend(found);
  throw unknown(`backend in ${userConfigFile(home)}`, backend, Object.keys(backends ?? {}), {home});
}

function unknown(from: string, name: string, known: readonly string[], {home}: Pick<BackendDeps, 'home'>): GantryError {
  const nearest = didYouMean(name, ['local', ...known]);
  const listed =
    known.length === 0 ? `${userConfigFile(home)} defines none` : `${userConfigFile(home)} defines ${known.join(', ')}`;
  return new GantryError({
    code: 'input/usage',
    message: `${from} ${name}: no backend has this name; ${listed}`,
    hint: nearest === undefined ? `Write a backend in one line as ${BACKEND_FORMS}.` : `Did you mean ${nearest}?`,
  });
}
