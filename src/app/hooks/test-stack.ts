import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {hasChanges, sealPlan} from '../../core/plan/summary.ts';
import {executePlan} from '../../engine/execute-plan.ts';
import {acquireLock} from '../../engine/release/acquire.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import type {StepReport} from '../../engine/step-report.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {preparePlan} from '../plan/prepare-plan.ts';
import {isSuspended, type PreparedPlan} from '../plan/prepared-plan.ts';
import {refuseForbidden} from '../plan/refuse-forbidden.ts';
import type {StackRequest, StepOutcome} from '../plan/release-requests.ts';
import {runTimeouts} from '../plan/run-timeouts.ts';
import {timedPhase} from '../plan/timed-phase.ts';

/** Request of `gantry test`. */
export type TestRequest = StackRequest & {
  readonly timeoutSeconds?: number | undefined;
  readonly lockTimeoutSeconds: number;
};

/** The results of the tests of a stack. */
export type TestOutcome = {
  /** The plan of the tests alone. */
  readonly plan: Plan;
  /** One step for each test. Empty: the charts of the stack have no tests. */
  readonly steps: readonly StepOutcome[];
  readonly seconds: number;
  readonly isPassed: boolean;
};

/** The maximum time of one write, and the margin that the lease has beyond it. */
const WRITE_TIMEOUT_MS = 30_000;
const WRITE_MARGIN_MS = 2_000;

/**
 * Runs the test hooks of the charts of a stack, one after the other for each chart, as `helm test` does. Nothing is recorded: an apply
 * never runs them. The lock of the stack is held, so that no apply changes what they test.
 * @throws GantryError as a preview does; release/not-found, release/locked, permission/denied
 */
export async function testStack(request: TestRequest, deps: Deps): Promise<TestOutcome> {
  const {timeoutSeconds, lockTimeoutSeconds, ...stack} = request;
  const plan = {...stack, operation: 'apply', permissions: NO_PERMISSIONS, tests: true} as const;
  await using prepared = await preparePlan(plan, deps, 'record');
  // Awaited here: the connection is closed when this function returns.
  return await runTests(prepared, {timeoutSeconds, lockTimeoutSeconds}, deps);
}

type Limits = Pick<TestRequest, 'timeoutSeconds' | 'lockTimeoutSeconds'>;

async function runTests(prepared: PreparedPlan, limits: Limits, deps: Deps): Promise<TestOutcome> {
  const {source, records, cluster} = prepared;
  if (records.history.last === undefined)
    throw new GantryError({
      code: 'release/not-found',
      detail: `${source.names.project}/${source.names.stack} was never applied to ${source.names.workspace}, so its tests cannot run`,
    });
  if (isSuspended(prepared)) throw new GantryError({code: 'workspace/suspended', name: source.names.workspace});
  const changes = prepared.changes.filter(({change}) => change.hook?.event === 'test');
  const plan = planOf(prepared);
  if (changes.length === 0) return {plan, steps: [], seconds: 0, isPassed: true};
  const tests = new Set(changes.map(({change}) => change.id));
  await refuseForbidden(
    {plan, changes, cluster, ...defined({preflight: preflightOf(prepared, tests)})},
    {wait: true},
    deps,
  );
  const begin = deps.clock.monotonic();
  const steps = await execute(prepared, changes, limits, deps);
  const seconds = (deps.clock.monotonic() - begin) / 1000;
  return {plan, steps, seconds, isPassed: steps.every(({outcome}) => outcome === 'done')};
}

/** Returns the permission checks of the tests alone. */
const preflightOf = ({preflight}: PreparedPlan, tests: ReadonlySet<string>): PreparedPlan['preflight'] =>
  preflight &&
  (async (run) => {
    const {denials, ...found} = await preflight(run);
    const own = denials.map((denial) => ({...denial, ids: denial.ids.filter((id) => tests.has(id))}));
    return {...found, denials: own.filter(({ids}) => ids.length > 0), diagnostics: []};
  });

/** Returns the plan with the tests alone. Changes that an apply would make are a warning: the tests are those of the files. */
function planOf({plan}: PreparedPlan): Plan {
  const {summary: _, digest: __, formatVersion: ___, changes, ...open} = plan;
  const tests = changes.filter(({hook}) => hook?.event === 'test');
  const others = changes.filter(({hook}) => hook?.event !== 'test');
  const diagnostics = hasChanges({...plan, changes: others}) ? [...open.diagnostics, UNAPPLIED] : open.diagnostics;
  return sealPlan({...open, changes: tests, diagnostics});
}

const UNAPPLIED: Diagnostic = {
  severity: 'warning',
  code: 'test/unapplied',
  message: 'the stack has changes that are not applied: the tests come from the files, and test what is in the cluster',
  hint: 'Run "gantry apply" first.',
};

async function execute(
  {records, source, plan, origin}: PreparedPlan,
  changes: PreparedPlan['changes'],
  {timeoutSeconds, lockTimeoutSeconds}: Limits,
  deps: Deps,
): Promise<readonly StepReport[]> {
  const {clock, signal, onEvent} = deps;
  await using lock = await acquireLock({
    ...records,
    names: source.names,
    lineage: plan.lineage,
    origin,
    takeOver: false,
    holder: currentHolder(deps),
    clock,
    lockTimeoutMs: lockTimeoutSeconds * 1000,
    signal,
    onEvent,
  });
  return await timedPhase(deps, {phase: 'apply', total: changes.length}, () =>
    executePlan({
      changes,
      wait: true,
      confirmUnchanged: false,
      timeouts: runTimeouts(timeoutSeconds),
      clock,
      signal: AbortSignal.any([signal, lock.lost]),
      onEvent,
      beforeWrite: (stop) => lock.ensureHeld(WRITE_TIMEOUT_MS + WRITE_MARGIN_MS, stop),
      untilReady: (stop) => lock.untilHeld(WRITE_TIMEOUT_MS + WRITE_MARGIN_MS, stop),
      writeTimeoutMs: WRITE_TIMEOUT_MS,
    }),
  );
}
