import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type ClusterIdentity, describeCluster} from '../../core/workspace/cluster-identity.ts';
import {judgePin} from '../../core/workspace/cluster-pin.ts';
import {expiryState} from '../../core/workspace/credential-expiry.ts';
import {untilAborted} from '../../lib/until-aborted.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {AccessCheck} from '../access/check-access.ts';
import type {CheckedAccess} from '../access/checked-access.ts';
import type {Deps} from '../deps.ts';
import {admitServer} from './admit-server.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {pinOf} from './pin.ts';
import {resolveContext} from './resolve-context.ts';
import type {CheckedWorkspace, WorkspaceCheck} from './workspace-check.ts';

/** A workspace's cluster to check; the timeout applies to each request. */
export type CheckCluster = {
  readonly chosen: FoundWorkspace;
  readonly backend: Backend;
  readonly timeoutSeconds: number;
  /** Tries permissions in the cluster, too. */
  readonly tryAccess?: ((cluster: Cluster, server: string) => Promise<AccessCheck<'cluster'>>) | undefined;
};

/** Results of the checks that need the cluster. */
export type CheckedCluster = Pick<CheckedWorkspace, 'server' | 'version' | 'user' | 'pin' | 'expires'> & {
  readonly access?: CheckedAccess['cluster'];
  readonly checks: readonly WorkspaceCheck[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Connects to the cluster of a workspace as an apply would, read-only. Nothing is pinned. */
export async function checkCluster(check: CheckCluster, deps: Deps): Promise<CheckedCluster> {
  const found: {-readonly [Part in keyof CheckedCluster]: CheckedCluster[Part]} = {checks: [], diagnostics: []};
  const pass = (kind: WorkspaceCheck['kind']): void =>
    void (found.checks = [...found.checks, {kind, outcome: 'passed'}]);
  let at: WorkspaceCheck['kind'] = 'kubeconfig';
  const work = async (signal: AbortSignal): Promise<void> => {
    const context = await untilAborted(resolveContext({chosen: check.chosen, resources: []}, deps), signal);
    found.diagnostics = context.warnings;
    const given = await untilAborted(deps.connect(context.kubeconfig), signal);
    found.server = given.server;
    pass('kubeconfig');
    if (given.expires !== undefined) {
      found.expires = given.expires;
      found.checks = [...found.checks, expiryCheck(given.expires, deps.clock.now())];
    }
    at = 'pin';
    const access = await untilAborted(admitServer({...check, access: given}, deps), signal);
    at = 'cluster';
    const {identity, user, clockOffset, tried} = await untilAborted(identify(access, check, deps), signal);
    found.version = identity.version;
    if (user !== undefined) found.user = user;
    pass('cluster');
    if (clockOffset !== undefined) found.checks = [...found.checks, clockCheck(clockOffset)];
    at = 'pin';
    found.pin = await pinned(check, identity);
    if (found.pin === 'same') pass('pin');
    else found.checks = [...found.checks, {kind: 'pin', outcome: 'not-bound'}];
    if (tried === undefined) return;
    found.checks = [...found.checks, tried.check];
    if (tried.checked !== undefined) found.access = tried.checked;
  };
  try {
    await within(check, work, found, deps);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    if (error.failure.code === 'cluster/other') found.pin = 'other';
    found.checks = [...found.checks, {kind: at, outcome: 'failed', failure: error.failure}];
  }
  return found;
}

/** Limits the time of the checks: a server that does not answer must not delay all others. */
async function within(
  {chosen, timeoutSeconds: seconds}: CheckCluster,
  work: (signal: AbortSignal) => Promise<void>,
  found: Pick<CheckedCluster, 'server'>,
  deps: Deps,
): Promise<void> {
  const limit = AbortSignal.timeout(seconds * 1000);
  try {
    await work(AbortSignal.any([deps.signal, limit]));
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!limit.aborted || error instanceof GantryError) throw error;
    const {server} = found;
    const detail = `no answer within ${seconds} s`;
    if (server !== undefined) throw new GantryError({code: 'cluster/unreachable', server, detail}, {cause: error});
    const problem = `${detail} from the source of the kubeconfig`;
    throw new GantryError({code: 'context/kubeconfig', workspace: chosen.name, field: 'kubeconfig', problem});
  }
}

type Known = {
  readonly identity: ClusterIdentity;
  readonly user?: string | undefined;
  readonly clockOffset?: number | undefined;
  readonly tried?: AccessCheck<'cluster'> | undefined;
};

async function identify(access: ClusterAccess, {tryAccess}: CheckCluster, deps: Deps): Promise<Known> {
  const cluster = await deps.cluster(access, deps.onEvent);
  try {
    const identity = await cluster.identify(access.namespace === undefined ? {} : {namespace: access.namespace});
    const user = await cluster.whoAmI();
    const clockOffset = await cluster.clockOffset();
    const tried = await tryAccess?.(cluster, access.server);
    return {identity, user, clockOffset, tried};
  } finally {
    await cluster.close();
  }
}

async function pinned({chosen, backend}: CheckCluster, found: ClusterIdentity): Promise<'same' | 'none'> {
  const pin = await pinOf(chosen, backend);
  if (pin === undefined) return 'none';
  const verdict = judgePin(pin, found);
  if (verdict.kind !== 'other') return 'same';
  const [expected, reached] = [describeCluster(verdict.expected), describeCluster(found)];
  throw new GantryError({code: 'cluster/other', workspace: chosen.name, expected, found: reached});
}

/** Checks the clock. The server validates tokens and certificates by its own clock; most allow less than a minute. */
function clockCheck(offsetMs: number): WorkspaceCheck {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (seconds < MOST_SECONDS_APART) return {kind: 'clock', outcome: 'passed'};
  const way = offsetMs > 0 ? 'behind' : 'ahead of';
  const message = `the clock of this machine is ${seconds} s ${way} that of the cluster: the server may refuse tokens and certificates. Correct the clock (NTP)`;
  return {kind: 'clock', outcome: 'warning', message};
}

const MOST_SECONDS_APART = 30;

/** Checks the expiry of a credential. An expired one is reported by the server, or before it is sent. */
function expiryCheck(expiry: NonNullable<ClusterAccess['expires']>, now: Date): WorkspaceCheck {
  const {what, at} = expiry;
  if (expiryState(expiry, now) === 'good') return {kind: 'expiry', outcome: 'passed'};
  return {kind: 'expiry', outcome: 'warning', message: `the ${what} expires at ${at}`};
}
