import {GantryError} from '../../core/failure/failure.ts';
import type {KeptLogin, LogIn, LoginPrompt} from '../../ports/logins.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import type {ChosenFrom} from '../workspace/chosen-workspace.ts';
import {workspaceIdentity} from './workspace-identity.ts';

export type {LoginPrompt};

/** A login to the issuer of a workspace's identity. */
export type LogInRequest = StackRequest & Pick<LogIn, 'way' | 'openBrowser' | 'onPrompt'>;

/** The answer of `gantry login`; it holds no token. */
export type LoggedIn = {
  readonly formatVersion: 1;
  readonly workspace: string;
  readonly from: ChosenFrom;
  readonly login: KeptLogin;
};

/**
 * Logs a person in for a workspace, and for all workspaces with the same issuer and client.
 * @throws GantryError 'input/usage' if a login is not possible: no terminal, and no method named
 */
export async function logInTo(request: LogInRequest, deps: Deps): Promise<LoggedIn> {
  const {way, openBrowser, onPrompt} = request;
  const {chosen, identity} = await workspaceIdentity(request, deps);
  // Without a terminal nobody sees the address, and a pipeline would wait for minutes.
  if (!deps.interactive && way === undefined && openBrowser) throw new GantryError(NOBODY);
  const logins = await deps.logins();
  const login = await logins.logIn({identity, openBrowser, onPrompt, way});
  return {formatVersion: 1, workspace: chosen.name, from: chosen.from, login};
}

const NOBODY = {
  code: 'input/usage',
  message: 'a login requires a person, but there is no terminal',
  hint: 'In a pipeline, set tokenFile, tokenEnv or githubAudience under identity.oidc of the workspace. If a person reads the output, pass --device or --no-browser.',
} as const;
