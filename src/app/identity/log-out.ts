import type {LoggedOut} from '../../ports/logins.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {workspaceIdentity} from './workspace-identity.ts';

export type {LoggedOut};

/** A request to forget logins; `all` means the logins of every issuer. */
export type LogOutRequest = StackRequest & {readonly all: boolean};

/** The answer of `gantry logout`. `workspace`: absent with `all`. Empty logins: there was none. */
export type LogOutResult = {
  readonly formatVersion: 1;
  readonly workspace?: string;
  readonly logins: readonly LoggedOut[];
};

/** Forgets the login of a workspace, or every one, here and at the provider. */
export async function logOutOf(request: LogOutRequest, deps: Deps): Promise<LogOutResult> {
  const logins = await deps.logins();
  if (request.all) return {formatVersion: 1, logins: await logins.logOutOfAll()};
  const {chosen, identity} = await workspaceIdentity(request, deps);
  const done = await logins.logOut(identity);
  return {formatVersion: 1, workspace: chosen.name, logins: done === undefined ? [] : [done]};
}
