import {type StackStep, stackKey} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {depsFor, namesOf} from './deps-for.ts';
import {lineagesOf} from './lineages-of.ts';
import type {SelectedStack} from './selection.ts';

/** The result of one stack of a run. */
export type StackRun<T> = {
  readonly stack: SelectedStack;
  /** The workspace, if the run got that far. */
  readonly workspace?: string;
  readonly seconds: number;
} & (
  | {readonly kind: 'done'; readonly value: T}
  /** A GantryError, or a bug. */
  | {readonly kind: 'failed'; readonly error: unknown}
  | {readonly kind: 'skipped'; readonly because: string}
  /** The plan is possible only after the apply of another stack. */
  | {readonly kind: 'deferred'; readonly because: string}
  /** The run was interrupted before it began. */
  | {readonly kind: 'stopped'}
);

/** The number of stacks that run at once, if nothing else is set. */
export const PARALLEL_STACKS = 4;

/** The work for each of several stacks, in the order of their dependencies. */
export type EachStack<T> = {
  readonly stacks: readonly SelectedStack[];
  readonly step: StackStep;
  readonly run: (stack: SelectedStack, deps: Deps) => Promise<T>;
  /** Reports whether a run that returned has failed. */
  readonly hasFailed?: (value: T) => boolean;
  /** `run`: read-only work continues after a failure; default: dependents are skipped. */
  readonly dependants?: 'skip' | 'run';
  /** Returns the stack after whose apply a stack can run. Absent: all stacks run now. */
  readonly defer?: (stack: SelectedStack) => string | undefined;
  /** Stacks that failed before, by their keys: their dependents are skipped. */
  readonly failed?: ReadonlyMap<string, string>;
  /** The maximum number of stacks that run at once. Default: 4. */
  readonly parallel?: number | undefined;
  /** Called with each run, in the order of the stacks: as soon as it and all runs before it have ended. */
  readonly onRun?: (run: StackRun<T>) => void;
};

/**
 * Runs a use case for several stacks. A stack starts as soon as the stacks that it waits for have ended. If several may start, the first in the order
 * starts first. A stack that fails prevents only its dependents; an interrupt prevents all that have not started. The result has the order of the
 * stacks.
 */
export async function eachStack<T>(each: EachStack<T>, deps: Deps): Promise<readonly StackRun<T>[]> {
  await using shared = deps.shareClusters({
    // The stacks before it may have changed what an apply reads.
    ...defined({lineages: each.step === 'apply' ? undefined : lineagesOf(each.stacks, deps)}),
  });
  return await runAll(each, {...deps, ...shared});
}

async function runAll<T>(each: EachStack<T>, deps: Deps): Promise<readonly StackRun<T>[]> {
  const {stacks, parallel = PARALLEL_STACKS} = each;
  const keys = new Set(stacks.map(stackKey));
  const ended = new Map<string, StackRun<T>>();
  const running = new Map<string, Promise<void>>();
  // Maps each failed or skipped stack to the stack that failed: itself, or the cause of the skip.
  const failed = new Map(each.failed);
  const isReady = ({after, behind = []}: SelectedStack): boolean =>
    [...after, ...behind.map(({stack}) => stack)].every((key) => ended.has(key) || !keys.has(key));
  const start = async (stack: SelectedStack, number: number): Promise<void> => {
    const ran = await runReported(each, {stack, number, failed}, deps);
    ended.set(stackKey(stack), ran);
    running.delete(stackKey(stack));
    report();
  };
  const report = inOrder(stacks, ended, each.onRun);
  const waiting = new Map(stacks.entries());
  while (waiting.size > 0) {
    for (const [i, stack] of waiting) {
      if (running.size >= parallel) break;
      if (!isReady(stack)) continue;
      waiting.delete(i);
      running.set(stackKey(stack), start(stack, i + 1));
    }
    if (running.size === 0 && waiting.size > 0) throw loop([...waiting.values()]);
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  return stacks.flatMap((stack) => ended.get(stackKey(stack)) ?? []);
}

/** A changed file of saved plans can make stacks wait for each other. */
const loop = (stacks: readonly SelectedStack[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `These stacks wait for each other: ${stacks.map(stackKey).join(', ')}.`,
    hint: 'Save the plans again.',
  });

/** Returns a function that passes on the runs that have ended, in the order of the stacks. */
function inOrder<T>(
  stacks: readonly SelectedStack[],
  ended: ReadonlyMap<string, StackRun<T>>,
  onRun: EachStack<T>['onRun'],
): () => void {
  const keys = stacks.map(stackKey);
  let next = 0;
  return () => {
    for (let run = ended.get(keys[next] ?? ''); run !== undefined; run = ended.get(keys[next] ?? '')) {
      next++;
      onRun?.(run);
    }
  };
}

type Started = {
  readonly stack: SelectedStack;
  readonly number: number;
  /** The failed stacks so far. If this run fails, its stack is added. */
  readonly failed: Map<string, string>;
};

/** Runs one stack, or skips it, and reports its start and its end. */
async function runReported<T>(each: EachStack<T>, {stack, number, failed}: Started, deps: Deps): Promise<StackRun<T>> {
  const {step} = each;
  const names = namesOf(stack);
  const because = failedBefore(each, {stack, failed});
  const awaited = because === undefined && !deps.signal.aborted ? each.defer?.(stack) : undefined;
  if (because === undefined && awaited === undefined && !deps.signal.aborted)
    deps.onEvent({type: 'stack-started', ...names, step, number, of: each.stacks.length});
  const ran = awaited === undefined ? await runOne(each, {stack, because}, deps) : deferred<T>(stack, awaited);
  if (ran.kind !== 'stopped' && isFailed(ran, each)) failed.set(stackKey(stack), because ?? stackKey(stack));
  deps.onEvent({
    type: 'stack-done',
    ...names,
    step,
    outcome: isFailed(ran, each) && ran.kind === 'done' ? 'failed' : ran.kind,
    ...defined({because: because ?? awaited}),
    seconds: ran.seconds,
  });
  return ran;
}

/** Returns the key of the failed stack because of which a stack is skipped. */
function failedBefore<T>(
  {dependants = 'skip'}: EachStack<T>,
  {stack, failed}: Pick<Started, 'stack' | 'failed'>,
): string | undefined {
  const cause = dependants === 'run' ? undefined : stack.after.find((key) => failed.has(key));
  return cause === undefined ? undefined : (failed.get(cause) ?? cause);
}

const isFailed = <T>(ran: StackRun<T>, {hasFailed}: EachStack<T>): boolean =>
  ran.kind === 'done' ? hasFailed?.(ran.value) === true : ran.kind !== 'deferred';

const deferred = <T>(stack: SelectedStack, because: string): StackRun<T> => ({
  stack,
  ...defined({workspace: stack.workspace}),
  seconds: 0,
  kind: 'deferred',
  because,
});

type One = {readonly stack: SelectedStack; readonly because: string | undefined};

async function runOne<T>({run}: EachStack<T>, {stack, because}: One, deps: Deps): Promise<StackRun<T>> {
  // An interrupt takes precedence over the reason of a skip.
  const unrun = {stack, ...defined({workspace: stack.workspace}), seconds: 0};
  if (deps.signal.aborted) return {...unrun, kind: 'stopped'};
  if (because !== undefined) return {...unrun, kind: 'skipped', because};
  const begin = deps.clock.monotonic();
  let {workspace} = stack;
  const own = depsFor(stack, deps, (event) => {
    if (event.type === 'workspace-chosen') ({workspace} = event);
  });
  const about = () => ({
    stack,
    ...defined({workspace}),
    seconds: (deps.clock.monotonic() - begin) / 1000,
  });
  try {
    const value = await run(stack, own);
    return {...about(), kind: 'done', value};
  } catch (error) {
    return {...about(), kind: 'failed', error};
  }
}
