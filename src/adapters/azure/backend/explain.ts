import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** What was asked of which container, for people. */
export type Asked = {
  /** `Backend.name`. */
  readonly backend: string;
  readonly account: string;
  readonly container: string;
  /** The permission that it needs: `Microsoft.Storage/…/blobs/read`. */
  readonly action: string;
  /** The blob, or the container, with its whole name. */
  readonly on: string;
};

/** Returns Azure's word for a refusal: one of a fixed list. Its other texts quote what was sent. Empty: there is none. */
export function errorCodeOf({headers}: Pick<HttpsAnswer, 'headers'>): string {
  const code = headers['x-ms-error-code'] ?? '';
  return /^[A-Za-z]{1,80}$/.test(code) ? code : '';
}

/** Explains a refusal of Azure or of the way to it. */
export function explain({reply, doubtful}: Attempted, asked: Asked): GantryError {
  const failure = reply instanceof HttpsFailure ? wayFailure(reply, asked) : answerFailure(reply, asked);
  const cause = reply instanceof HttpsFailure ? reply : undefined;
  return new GantryError(isWrite(asked) && doubtful ? inDoubt(failure) : failure, {cause});
}

const isWrite = ({action}: Asked): boolean => /[/](?:write|delete)$/.test(action);

const inDoubt = (failure: Failure): Failure =>
  failure.code === 'backend/io'
    ? {...failure, detail: `${failure.detail}; it may have been done all the same`}
    : failure;

function answerFailure(answer: HttpsAnswer, {backend, account, container, action, on}: Asked): Failure {
  const {status} = answer;
  const code = errorCodeOf(answer);
  const said = code === '' ? `HTTP ${status}` : `HTTP ${status} ${code}`;
  const known = KNOWN[code]?.({account, container});
  if (known !== undefined) return {backend, ...known};
  if (status === 401 || code === 'AuthenticationFailed' || code === 'InvalidAuthenticationInfo')
    return {
      code: 'backend/credential',
      backend,
      problem: `Azure does not take the credentials (${said}): they have expired, are of another account, or the clock of this machine is wrong`,
      hint: LOGIN,
    };
  if (status === 403) return {code: 'backend/denied', backend, action, on};
  const problem = status === 429 || code === 'ServerBusy' ? `it is too busy (${said})` : `it answered ${said}`;
  return io(backend, `${action} on ${on}: ${problem}`, 'Run it again: what was done so far is found.');
}

type Place = Pick<Asked, 'account' | 'container'>;
type Known =
  | {readonly code: 'backend/unusable'; readonly problem: string; readonly hint: string}
  | {readonly code: 'backend/credential'; readonly problem: string; readonly hint: string};

const unusable = (problem: string, hint: string): Known => ({code: 'backend/unusable', problem, hint});

/** Refusals for which there is more to say than their status. */
const KNOWN: Readonly<Record<string, (place: Place) => Known>> = {
  ContainerNotFound: ({account, container}) =>
    unusable(
      `the storage account ${account} has no container ${container}`,
      'Make the container (Gantry makes none), or name another one',
    ),
  AccountIsDisabled: ({account}) =>
    unusable(`the storage account ${account} is disabled`, 'Enable it, or name another one'),
  AuthorizationFailure: ({account}) =>
    unusable(
      `the storage account ${account} does not let this machine in (AuthorizationFailure): its network rules forbid it, or the credentials are not of this account`,
      'Allow the address of this machine in the network rules of the account, or use its private endpoint',
    ),
  KeyBasedAuthenticationNotPermitted: ({account}) => ({
    code: 'backend/credential',
    problem: `the storage account ${account} does not permit its keys`,
    hint: 'Take the key out of the environment or the backend, and log in with "az login"',
  }),
  LeaseIdMissing: () =>
    unusable('another program holds a lease on the blob', 'Break the lease: nobody but Gantry writes below the prefix'),
  BlobImmutableDueToPolicy: () =>
    unusable(
      'a policy of the container forbids to replace or delete blobs',
      'Use a container without an immutability policy',
    ),
  SnapshotsPresent: () =>
    unusable(
      'the blob has snapshots, and Azure does not delete it with them',
      'Delete the snapshots, or use versioning instead',
    ),
};

function wayFailure({kind, code, message}: HttpsFailure, {backend, action, on}: Asked): Failure {
  if (code === NO_TOKEN) return {code: 'backend/credential', backend, problem: message, hint: LOGIN};
  if (kind === 'tls')
    return {
      code: 'backend/unusable',
      backend,
      problem: `there is no secure connection to it: ${message}`,
      hint: 'Name the authority that signed its certificate: caFile=FILE',
    };
  return io(backend, `${action} on ${on}: ${message}`, WAY[kind] ?? 'Run it again: what was done so far is found.');
}

const WAY: Partial<Record<HttpsFailure['kind'], string>> = {
  dns: 'Look at the name of the storage account and the endpoint for a misspelling, and whether this machine finds names at all (DNS).',
  refused: 'Look at the address and the port of the endpoint, and whether its server runs.',
  proxy: 'Look at HTTPS_PROXY and NO_PROXY.',
  address: 'Look at the endpoint.',
};

const io = (backend: string, problem: string, hint: string): Failure => ({
  code: 'backend/io',
  detail: `${backend}: ${problem}`,
  hint,
});

/** The `code` of an attempt that ended before anything was sent: Azure gave no token, and may give one soon. */
export const NO_TOKEN = 'NO_TOKEN';

/** What to do where Azure takes no credentials. */
export const LOGIN =
  'Set AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, or ARM_CLIENT_ID, ARM_CLIENT_SECRET and ARM_TENANT_ID, or log in with "az login"';
