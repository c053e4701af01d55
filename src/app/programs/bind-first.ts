import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import {untilAborted} from '../../lib/until-aborted.ts';
import type {Backend} from '../../ports/backend.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import {checkPin} from '../workspace/pin.ts';
import type {ProgramContext} from './open-context.ts';

/** The time that a program waits for the identity of the cluster. */
const LIMIT_MS = 2_000;

type BindFirst = Pick<ProgramContext, 'chosen' | 'kubeconfig'> & {
  readonly server: string;
  /** The backend that stores the identity of the cluster. */
  readonly backend: Backend;
  /** Default: two seconds. */
  readonly limitMs?: number;
};

/**
 * Binds an unused workspace to the cluster of its kubeconfig. A cluster that does not answer in time, or denies the request, does not
 * prevent a program from starting: a warning says that the workspace is not bound.
 * @throws GantryError 'cluster/other' where another command has bound it to another cluster meanwhile
 */
export async function bindFirst(request: BindFirst, deps: Deps): Promise<void> {
  const {chosen, server, backend} = request;
  const found = await answered(identityWithin(request, deps), deps);
  const bound = 'failed' in found ? found : await answered(checkPin({...deps, ...found, chosen, backend}), deps);
  if (!('failed' in bound)) return;
  const because = reason(bound.failed);
  const message = `the workspace ${chosen.name} is not bound to a cluster yet, and ${server} did not report its identity: ${because}`;
  const hint = 'Until it is bound, Gantry cannot detect that its kubeconfig leads to another cluster.';
  deps.onEvent({type: 'diagnostic', diagnostic: {severity: 'warning', code: 'cluster/not-bound', message, hint}});
}

type Reached = {readonly access: ClusterAccess; readonly found: ClusterIdentity};

/**
 * Returns the result, or the failure of the work.
 * @throws GantryError for an interrupt, and for another cluster
 */
async function answered<T extends object>(work: Promise<T>, {signal}: Deps): Promise<T | {readonly failed: Failure}> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted || !(error instanceof GantryError) || error.failure.code === 'cluster/other') throw error;
    return {failed: error.failure};
  }
}

async function identityWithin({kubeconfig, server, limitMs = LIMIT_MS}: BindFirst, deps: Deps): Promise<Reached> {
  const late = AbortSignal.timeout(limitMs);
  try {
    return await identityOf(kubeconfig, AbortSignal.any([deps.signal, late]), deps);
  } catch (error) {
    if (!late.aborted || deps.signal.aborted) throw error;
    const detail = `no answer within ${limitMs / 1000} s`;
    throw new GantryError({code: 'cluster/unreachable', server, detail}, {cause: error});
  }
}

/** Reads the identity of the cluster without a login prompt: the program that is about to start prompts itself. */
async function identityOf(kubeconfig: ProgramContext['kubeconfig'], signal: AbortSignal, deps: Deps): Promise<Reached> {
  const access = await untilAborted(deps.connect(kubeconfig, signal), signal);
  const cluster = await deps.cluster(access, () => undefined);
  try {
    const {namespace} = access;
    return {access, found: await untilAborted(cluster.identify(namespace === undefined ? {} : {namespace}), signal)};
  } finally {
    await cluster.close();
  }
}

const reason = (failure: Failure): string =>
  'detail' in failure && failure.detail !== undefined && failure.detail !== '' ? failure.detail : 'no answer';
