import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import {executePlan} from '../../engine/execute-plan.ts';
import type {StepReport} from '../../engine/step-report.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {runTimeouts} from '../plan/run-timeouts.ts';
import {timedPhase} from '../plan/timed-phase.ts';
import {awaitedStates} from './awaited-states.ts';
import {type OperatedStack, operateStack} from './operate-stack.ts';

/** Request of `gantry wait`; without a timeout it waits as long as each object allows. */
export type WaitRequest = StackRequest & {
  /** Ids, kinds, labels or globs; empty: all. */
  readonly targets: readonly string[];
  /** The state to wait for. `deleted`: the objects that the last release removed. */
  readonly until: 'ready' | 'deleted';
  readonly timeoutSeconds?: number | undefined;
};

/** The result of the wait for one object. */
export type WaitedObject = {
  readonly id: string;
  readonly outcome: 'done' | 'failed';
  readonly seconds: number;
  readonly failure?: Failure | undefined;
};

/** The answer of `gantry wait`. */
export type WaitOutcome = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage: string;
  readonly cluster: ClusterIdentity;
  readonly revision: number;
  readonly until: WaitRequest['until'];
  readonly seconds: number;
  readonly objects: readonly WaitedObject[];
  readonly diagnostics: readonly Diagnostic[];
  /** Present if an object did not reach the state: the cause of the exit code. */
  readonly failure?: Failure | undefined;
};

/**
 * Waits until what the last release left is ready, or what it took away is gone, by the rules of apply. Takes no lock and writes
 * nothing; no file of the stack is read.
 * @throws GantryError release/not-found, a broken context, another cluster, input/usage, cancelled.
 */
export const waitForStack = (request: WaitRequest, deps: Deps): Promise<WaitOutcome> =>
  operateStack(request, deps, async (stack) => {
    const {names, lineage, last, cluster, diagnostics} = stack;
    const begin = deps.clock.monotonic();
    const steps = await waitAll(await awaitedStates(stack, request), {stack, request, deps});
    if (deps.signal.aborted)
      throw new GantryError({code: 'cancelled', signal: deps.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'});
    const failure = failureOf(steps, request.until);
    return {
      formatVersion: 1,
      ...names,
      lineage,
      cluster,
      revision: last.revision,
      until: request.until,
      seconds: (deps.clock.monotonic() - begin) / 1000,
      objects: steps.map(({id, outcome, seconds, failure: why}) => ({
        id,
        outcome: outcome === 'done' ? 'done' : 'failed',
        seconds,
        failure: why,
      })),
      diagnostics,
      failure,
    };
  });

type Waiting = {readonly stack: OperatedStack; readonly request: WaitRequest; readonly deps: Deps};

async function waitAll(
  prior: readonly ResourceState[],
  {stack, request, deps}: Waiting,
): Promise<readonly StepReport[]> {
  const changes = await stack.operate(prior).waits(request.until === 'ready' ? 'ready' : 'gone');
  return timedPhase(deps, {phase: 'wait', total: changes.length}, () =>
    executePlan({
      changes,
      wait: true,
      confirmUnchanged: true,
      timeouts: runTimeouts(request.timeoutSeconds),
      clock: deps.clock,
      signal: deps.signal,
      onEvent: deps.onEvent,
      beforeWrite: neverWritten,
      writeTimeoutMs: 0,
    }),
  );
}

const neverWritten = async (): Promise<never> => {
  throw new Error('a wait writes nothing');
};

function failureOf(steps: readonly StepReport[], until: WaitRequest['until']): Failure | undefined {
  const unmet = steps.filter(({outcome}) => outcome !== 'done');
  if (unmet.length === 0) return undefined;
  return {
    code: 'wait/unmet',
    until,
    resources: unmet.map(({id}) => id),
    of: steps.length,
    causes: unmet.flatMap(({failure}) => failure ?? []),
  };
}
