import {readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {defined} from '../../../lib/defined.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AskVault, VaultDeps} from './vault-client.ts';
import {statusProblem} from './vault-problem.ts';
import type {VaultServer} from './vault-server.ts';

/** A token for Vault. `again`: true if another login can return a new token. */
export type VaultToken = {readonly token: Secret; readonly again: boolean};

/** A login to Vault that all reads of a run share. */
export type VaultSession = {
  /** Returns the token. Concurrent callers share one login. */
  readonly token: () => Promise<VaultToken | NoSecret>;
  /** Discards a token that has expired or was revoked. */
  readonly drop: (token: VaultToken) => void;
};

/** Logs in on the first request for a token. After a failure, the next request logs in again. */
export function vaultSession(config: VaultServer, ask: AskVault, env: VaultDeps['env']): VaultSession {
  let current: Promise<VaultToken | NoSecret> | undefined;
  let known: VaultToken | undefined;
  const open = async (): Promise<VaultToken | NoSecret> => {
    const made = await login(config, ask, env);
    if ('token' in made) known = made;
    // The next caller may try again.
    else current = undefined;
    return made;
  };
  return {
    token: () => (current ??= open()),
    drop: (token) => {
      // Another caller may have logged in meanwhile, or is about to.
      if (known !== token) return;
      known = undefined;
      current = undefined;
    },
  };
}

async function login({auth}: VaultServer, ask: AskVault, env: VaultDeps['env']): Promise<VaultToken | NoSecret> {
  if (auth.method === 'environment') return fromEnvironment(env);
  if (auth.method === 'token') return {token: auth.token, again: false};
  if (auth.method === 'appRole')
    return logInAt(auth.mount, ask, {role_id: auth.roleId.reveal(), secret_id: auth.secretId.reveal()});
  const jwt = await jwtOf(auth);
  return 'because' in jwt ? jwt : logInAt(auth.mount, ask, {role: auth.role, jwt: jwt.token.reveal()});
}

async function fromEnvironment(env: VaultDeps['env']): Promise<VaultToken | NoSecret> {
  const variable = env['VAULT_TOKEN']?.trim();
  if (variable) return {token: new Secret(variable), again: false};
  const file = join(env['HOME'] || env['USERPROFILE'] || homedir(), '.vault-token');
  const left = await readFile(file, 'utf8').catch(() => '');
  if (left.trim() !== '') return {token: new Secret(left.trim()), again: false};
  return {
    fault: 'denied',
    because: `no token for Vault was found: VAULT_TOKEN is not set, and ${file} is missing or empty`,
    hint: 'Log in with `vault login`, set VAULT_TOKEN, or set `auth` in the secret store.',
  };
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Reads the JWT at each login, because such files are renewed during a run. */
async function jwtOf({
  token,
  tokenFile = SERVICE_ACCOUNT,
}: {
  readonly token?: Secret | undefined;
  readonly tokenFile?: string | undefined;
}): Promise<{readonly token: Secret} | NoSecret> {
  if (token !== undefined) return {token};
  const text = await readFile(tokenFile, 'utf8').catch(() => undefined);
  if (text === undefined)
    return {
      fault: 'denied',
      because: `the token for the login to Vault cannot be read: ${tokenFile}`,
      ...defined({
        hint:
          tokenFile === SERVICE_ACCOUNT
            ? 'Set a `tokenFile` or another login method outside of a pod, where this file does not exist.'
            : undefined,
      }),
    };
  return text.trim() === ''
    ? {because: `the token file for the login to Vault is empty: ${tokenFile}`, fault: 'denied'}
    : {token: new Secret(text.trim())};
}

async function logInAt(mount: string, ask: AskVault, body: JsonObject): Promise<VaultToken | NoSecret> {
  const path = ['auth', ...mount.split('/').filter(Boolean), 'login'];
  const answer = await ask({path, body});
  if ('because' in answer) return answer;
  const where = path.join('/');
  if (answer.status !== 200)
    return loginProblem(answer.status, where) ?? statusProblem(answer, `to log in at ${where}`);
  const auth = answer.body['auth'];
  const token = isObject(auth) ? auth['client_token'] : undefined;
  if (typeof token === 'string' && token !== '') return {token: new Secret(token), again: true};
  if (isObject(auth) && isObject(auth['mfa_requirement']))
    return {because: `the login at ${where} requires a second factor, which is not supported`, fault: 'denied'};
  return {because: `the login at ${where} returned no token`};
}

function loginProblem(status: number, where: string): NoSecret | undefined {
  if (status === 400 || status === 401 || status === 403)
    return {
      fault: 'denied',
      because: `Vault refuses the login at ${where} (HTTP ${status}): the role or its credentials are not valid there`,
      hint: 'Check the role, its bindings, and whether the credentials have expired.',
    };
  if (status === 404) return {because: `Vault has no auth method at ${where}`, hint: 'Check `mount`.'};
  return undefined;
}
