import {readFile} from 'node:fs/promises';
import type {ChartCredential} from '../../config/chart-settings.ts';
import {Secret} from '../../core/secret/secret.ts';
import {isSecretReference} from '../../core/workspace/mask.ts';
import {matchingAddress} from '../../core/workspace/matching-address.ts';
import {wholePath} from '../../core/workspace/read-kubeconfig-entry.ts';
import type {FindLogin, ServerLogin} from '../../core/workspace/server-login.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {requireConsent} from '../trust/require-consent.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {pathPlaces} from './path-places.ts';
import {readReference, valueProblem} from './read-reference.ts';

/**
 * Returns the logins of a workspace for servers that charts are fetched from. Only the files of the workspace select the servers, so that a
 * stack cannot send a login to another one. A secret is read when its server is asked.
 */
export function serverLogins(chosen: FoundWorkspace, deps: Deps): FindLogin {
  const credentials = chosen.workspace.charts?.credentials ?? {};
  const logins = new Map<string, Promise<ServerLogin>>();
  return async (address) => {
    const prefix = matchingAddress(address, Object.keys(credentials));
    const credential = prefix === undefined ? undefined : credentials[prefix];
    if (prefix === undefined || credential === undefined) return undefined;
    const login = logins.get(prefix) ?? openLogin({prefix, credential, chosen}, deps);
    logins.set(prefix, login);
    return login;
  };
}

type Opening = {readonly prefix: string; readonly credential: ChartCredential; readonly chosen: FoundWorkspace};

async function openLogin({prefix, credential, chosen}: Opening, deps: Deps): Promise<ServerLogin> {
  await requireConsent(chosen, deps);
  const {username, password, caFile, tokenServer} = credential;
  const field = `charts.credentials["${prefix}"]`;
  const read = async (name: string, text: string | null | undefined): Promise<Secret | undefined> => {
    if (!text) return undefined;
    if (!isSecretReference(text)) return new Secret(text);
    return readReference({field: `${field}.${name}`, uri: text, code: 'context/value'}, {chosen, via: []}, deps);
  };
  return {
    setting: `${field} of the workspace ${chosen.name}`,
    ...defined({
      username: await read('username', username),
      password: await read('password', password),
      ca: caFile ? await readAuthority(caFile, `${field}.caFile`, {chosen, deps}) : undefined,
      tokenServer: tokenServer ? new URL(tokenServer).origin : undefined,
    }),
  };
}

type Around = {readonly chosen: FoundWorkspace; readonly deps: Deps};

async function readAuthority(path: string, field: string, {chosen, deps}: Around): Promise<string> {
  const whole = wholePath(path, 'workspace', pathPlaces({chosen}, deps));
  const refuse = (problem: string) => valueProblem({code: 'context/value', workspace: chosen.name, field, problem});
  if ('problem' in whole) throw refuse(whole.problem);
  try {
    return await readFile(whole.path, 'utf8');
  } catch (error) {
    throw refuse(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
