import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';

/** A request to a container, for messages. */
export type Asked = {
  /** `Backend.name`. */
  readonly backend: string;
  readonly account: string;
  readonly container: string;
  /** The required permission: `Microsoft.Storage/…/blobs/read`. */
  readonly action: string;
  /** The blob or the container, with its full name. */
  readonly on: string;
};

/** Returns the error code of Azure, from a fixed list. Empty if there is none. Other texts of Azure quote the request. */
export function errorCodeOf({headers}: Pick<HttpsAnswer, 'headers'>): string {
  const code = headers['x-ms-error-code'] ?? '';
  return /^[A-Za-z]{1,80}$/.test(code) ? code : '';
}

/** Returns the error for a refusal of Azure or a failed connection. */
export function explain({reply, doubtful}: Attempted, asked: Asked): GantryError {
  const failure = reply instanceof HttpsFailure ? wayFailure(reply, asked) : answerFailure(reply, asked);
  const cause = reply instanceof HttpsFailure ? reply : undefined;
  return new GantryError(isWrite(asked) && doubtful ? inDoubt(failure) : failure, {cause});
}

const isWrite = ({action}: Asked): boolean => /[/](?:write|delete)$/.test(action);

const inDoubt = (failure: Failure): Failure =>
  failure.code === 'backend/io'
    ? {...failure, detail: `${failure.detail}; the request may still have taken effect`}
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
      problem: `Azure rejects the credentials (${said}): they have expired, belong to another account, or the clock of this machine is wrong`,
      hint: LOGIN,
    };
  if (status === 403) return {code: 'backend/denied', backend, action, on};
  const problem = status === 429 || code === 'ServerBusy' ? `it is too busy (${said})` : `it responded with ${said}`;
  return io(backend, `${action} on ${on}: ${problem}`, AGAIN);
}

type Place = Pick<Asked, 'account' | 'container'>;
type Known =
  | {readonly code: 'backend/unusable'; readonly problem: string; readonly hint: string}
  | {readonly code: 'backend/credential'; readonly problem: string; readonly hint: string};

const unusable = (problem: string, hint: string): Known => ({code: 'backend/unusable', problem, hint});

/** The error codes that need more explanation than their status. */
const KNOWN: Readonly<Record<string, (place: Place) => Known>> = {
  ContainerNotFound: ({account, container}) =>
    unusable(
      `the storage account ${account} has no container ${container}`,
      'Create the container (Gantry does not), or use another one',
    ),
  AccountIsDisabled: ({account}) =>
    unusable(`the storage account ${account} is disabled`, 'Enable it, or use another one'),
  AuthorizationFailure: ({account}) =>
    unusable(
      `the storage account ${account} denies access to this machine (AuthorizationFailure): its network rules forbid it, or the credentials belong to another account`,
      'Allow the address of this machine in the network rules of the account, or use its private endpoint',
    ),
  KeyBasedAuthenticationNotPermitted: ({account}) => ({
    code: 'backend/credential',
    problem: `the storage account ${account} does not permit access with its keys`,
    hint: 'Remove the key from the environment or the backend, and log in with "az login"',
  }),
  LeaseIdMissing: () =>
    unusable('another program holds a lease on the blob', 'Break the lease: only Gantry may write under the prefix'),
  BlobImmutableDueToPolicy: () =>
    unusable(
      'a policy of the container forbids replacing and deleting blobs',
      'Use a container without an immutability policy',
    ),
  SnapshotsPresent: () =>
    unusable(
      'the blob has snapshots, and Azure does not delete a blob with snapshots',
      'Delete the snapshots, or use versioning instead',
    ),
};

function wayFailure({kind, code, message}: HttpsFailure, {backend, action, on}: Asked): Failure {
  if (code === NO_TOKEN) return {code: 'backend/credential', backend, problem: message, hint: LOGIN};
  if (kind === 'tls')
    return {
      code: 'backend/unusable',
      backend,
      problem: `no secure connection is possible: ${message}`,
      hint: 'Set caFile=FILE to the authority that signed its certificate',
    };
  return io(backend, `${action} on ${on}: ${message}`, WAY[kind] ?? AGAIN);
}

const AGAIN = 'Run the command again. It continues from what is stored.';

const WAY: Partial<Record<HttpsFailure['kind'], string>> = {
  dns: 'Check the spelling of the storage account and the endpoint, and whether DNS works on this machine.',
  refused: 'Check the address and the port of the endpoint, and whether its server is running.',
  proxy: 'Check HTTPS_PROXY and NO_PROXY.',
  address: 'Check the endpoint.',
};

const io = (backend: string, problem: string, hint: string): Failure => ({
  code: 'backend/io',
  detail: `${backend}: ${problem}`,
  hint,
});

/** The `code` of an attempt that ended before anything was sent: Azure returned no token, and may return one soon. */
export const NO_TOKEN = 'NO_TOKEN';

/** The hint for credentials that Azure rejects. */
export const LOGIN =
  'Set AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, or ARM_CLIENT_ID, ARM_CLIENT_SECRET and ARM_TENANT_ID, or log in with "az login"';
