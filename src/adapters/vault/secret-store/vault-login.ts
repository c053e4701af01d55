import {readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {defined} from '../../../lib/defined.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AskVault, VaultDoors} from './vault-client.ts';
import type {VaultConfig} from './vault-config.ts';
import {statusProblem} from './vault-problem.ts';

/** Who we are to Vault. `again`: a new token can be had by logging in once more. */
export type VaultToken = {readonly token: Secret; readonly again: boolean};

/** A login to Vault that all reads of a run share. */
export type VaultSession = {
  /** One login, however many ask for it at once. */
  readonly token: () => Promise<VaultToken | NoSecret>;
  /** That token is dead. */
  readonly drop: (token: VaultToken) => void;
};

/** Logs in on the first question for a token; a failed login is tried again by the next one. */
export function vaultSession(config: VaultConfig, ask: AskVault, env: VaultDoors['env']): VaultSession {
  let current: Promise<VaultToken | NoSecret> | undefined;
  let known: VaultToken | undefined;
  const open = async (): Promise<VaultToken | NoSecret> => {
    const made = await login(config, ask, env);
    if ('token' in made) known = made;
    // What failed may be tried again by who asks again.
    else current = undefined;
    return made;
  };
  return {
    token: () => (current ??= open()),
    drop: (token) => {
      // Another one may have logged in meanwhile, or be about to.
      if (known !== token) return;
      known = undefined;
      current = undefined;
    },
  };
}

async function login({auth}: VaultConfig, ask: AskVault, env: VaultDoors['env']): Promise<VaultToken | NoSecret> {
  if (auth.method === 'environment') return fromEnvironment(env);
  if (auth.method === 'token') return {token: auth.token, again: false};
  if (auth.method === 'appRole')
    return logInAt(auth.mount, ask, {role_id: auth.roleId.reveal(), secret_id: auth.secretId.reveal()});
  const jwt = await jwtOf(auth);
  return 'because' in jwt ? jwt : logInAt(auth.mount, ask, {role: auth.role, jwt: jwt.token.reveal()});
}

async function fromEnvironment(env: VaultDoors['env']): Promise<VaultToken | NoSecret> {
  const variable = env['VAULT_TOKEN']?.trim();
  if (variable) return {token: new Secret(variable), again: false};
  const file = join(env['HOME'] || env['USERPROFILE'] || homedir(), '.vault-token');
  const left = await readFile(file, 'utf8').catch(() => '');
  if (left.trim() !== '') return {token: new Secret(left.trim()), again: false};
  return {
    fault: 'denied',
    because: `there is no token for Vault: VAULT_TOKEN is not set, and ${file} is not there or empty`,
    hint: 'Log in with `vault login`, set VAULT_TOKEN, or write `auth` in the secret store.',
  };
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Read at each login: such files are renewed under way. */
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
      because: `the token to log in to Vault with cannot be read: ${tokenFile}`,
      ...defined({
        hint:
          tokenFile === SERVICE_ACCOUNT
            ? 'It is there in a pod alone; elsewhere name a `tokenFile`, or another way to log in.'
            : undefined,
      }),
    };
  return text.trim() === ''
    ? {because: `the file of the token to log in to Vault with is empty: ${tokenFile}`, fault: 'denied'}
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
    return {because: `the login at ${where} wants a second factor, which nobody can give here`, fault: 'denied'};
  return {because: `the login at ${where} gave no token`};
}

function loginProblem(status: number, where: string): NoSecret | undefined {
  if (status === 400 || status === 401 || status === 403)
    return {
      fault: 'denied',
      because: `Vault refuses the login at ${where} (HTTP ${status}): the role, or what it was shown, is not valid there`,
      hint: 'Look at the role, at what it is bound to, and at whether the credentials have expired.',
    };
  if (status === 404) return {because: `Vault has nothing to log in with at ${where}`, hint: 'Is `mount` right?'};
  return undefined;
}
