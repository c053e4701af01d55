import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {execInfoIn, refusalFor} from '../../core/programs/exec-info.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {ClusterAccess, Credential} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {refuseUnserved} from '../sandbox/refuse-unserved.ts';
import {checkAddress} from './check-address.ts';
import {openContext} from './open-context.ts';

/** The output of a login program for client-go. It is in plain text, because it goes to the caller through a pipe. */
export type ExecCredential = {
  readonly apiVersion: string;
  readonly kind: 'ExecCredential';
  readonly status: {
    readonly token?: string | undefined;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string | undefined;
  };
};

/** The maximum depth of kubeconfigs that log in through each other: without a limit they would start programs for ever. */
const DEEPEST = 4;

/**
 * Returns the credential of a workspace, for a kubeconfig that logs in through Gantry.
 * @throws GantryError 'credential/not-for' where that kubeconfig leads to another server than the workspace
 */
export async function giveCredential(request: StackRequest, deps: Deps): Promise<ExecCredential> {
  const {KUBERNETES_EXEC_INFO: text, GANTRY_LOGIN_DEPTH: depth = '0'} = deps.env;
  const info = execInfoIn(text);
  const hint = 'Run "gantry kubeconfig --print --exec" to create a kubeconfig that logs in with it.';
  if ('problem' in info) throw new GantryError({code: 'input/usage', message: info.problem, hint});
  const {chosen, kubeconfig} = await openContext(request, deps);
  if (Number(depth) > DEEPEST)
    throw new GantryError({
      code: 'context/kubeconfig',
      workspace: chosen.name,
      field: kubeconfig.field,
      problem: 'its user logs in with "gantry credential", which reads the same kubeconfig again',
    });
  await refuseUnserved(kubeconfig, deps);
  const access = await deps.connect(kubeconfig);
  const differs = refusalFor(info.cluster, access);
  if (differs !== undefined) throw notFor(chosen.name, access, info.cluster?.['server'], differs);
  await checkAddress({chosen, access}, deps);
  const {inClear} = await deps.programs();
  const credential = await access.credential();
  const ended = endedWarning(credential, access, deps.clock.now());
  if (ended !== undefined) deps.onEvent({type: 'diagnostic', diagnostic: ended});
  return {
    apiVersion: info.apiVersion,
    kind: 'ExecCredential',
    status: statusOf(credential, access, inClear),
  };
}

/** Warns that the token has expired, because the calling program only shows `Unauthorized`. Clocks differ: the cluster decides. */
function endedWarning({until}: Credential, {identity}: ClusterAccess, now: Date): Diagnostic | undefined {
  if (identity === undefined || until === undefined || Date.parse(until) > now.getTime()) return undefined;
  return {
    severity: 'warning',
    code: 'credential/expired',
    message: `the token for the workspace ${identity.workspace} expired at ${until}`,
    hint: `Get a new token from ${identity.issuer} in the pipeline.`,
  };
}

const notFor = (workspace: string, {server}: ClusterAccess, asked: unknown, differs: string): GantryError =>
  new GantryError({
    code: 'credential/not-for',
    workspace,
    server,
    asked: typeof asked === 'string' ? asked : 'an unnamed server',
    differs,
  });

function statusOf(
  {headers, certificate, until}: Credential,
  {server, expires}: ClusterAccess,
  inClear: (secret: Secret) => string,
): ExecCredential['status'] {
  const authorization = headers.find(({name}) => name.toLowerCase() === 'authorization');
  const [scheme, token] = authorization === undefined ? [] : inClear(authorization.value).split(' ', 2);
  const refuse = (detail: string): GantryError => new GantryError({code: 'credential/refused', server, detail});
  if (scheme !== undefined && scheme !== 'Bearer')
    throw refuse('the workspace uses a user name and a password, which a login program cannot return');
  if (token === undefined && certificate === undefined) throw refuse('the workspace has no credential for it');
  const ends = [certificate?.notAfter, until, expires?.at].flatMap((time) =>
    time === undefined ? [] : [new Date(time)],
  );
  const first = ends.toSorted((a, b) => a.getTime() - b.getTime())[0];
  return {
    token,
    ...(certificate === undefined
      ? {}
      : {clientCertificateData: inClear(certificate.cert), clientKeyData: inClear(certificate.key)}),
    expirationTimestamp: first && first.toISOString().replace(/\.\d+Z$/, 'Z'),
  };
}
