import type {StackEvent, StackStep} from '../../core/event.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
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
  /** The run was interrupted before it began. */
  | {readonly kind: 'stopped'}
);

/** The work for each of several stacks, in the order of their dependencies. */
export type EachStack<T> = {
  readonly stacks: readonly SelectedStack[];
  readonly step: StackStep;
  readonly run: (stack: SelectedStack, deps: Deps) => Promise<T>;
  /** Reports whether a run that returned has failed. */
  readonly hasFailed?: (value: T) => boolean;
  /** `run`: read-only work continues after a failure; default: dependents are skipped. */
  readonly dependants?: 'skip' | 'run';
  /** Stacks that failed before: their dependents are skipped. */
  readonly failed?: ReadonlyMap<string, string>;
};

/**
 * Runs a use case for one stack after the other, in their order. A stack that fails prevents only its dependents; an interrupt prevents
 * all the rest.
 */
export async function eachStack<T>(each: EachStack<T>, deps: Deps): Promise<readonly StackRun<T>[]> {
  const {stacks, step, dependants = 'skip'} = each;
  const runs: StackRun<T>[] = [];
  // Maps each failed or skipped stack to the stack that failed: itself, or the cause of the skip.
  const failed = new Map(each.failed);
  for (const [i, stack] of stacks.entries()) {
    const names = {project: stack.project, stack: stack.stack};
    const cause = dependants === 'run' ? undefined : stack.after.find((name) => failed.has(name));
    const because = cause === undefined ? undefined : (failed.get(cause) ?? cause);
    if (because === undefined && !deps.signal.aborted)
      deps.onEvent({type: 'stack-started', ...names, step, number: i + 1, of: stacks.length});
    const ran = await runOne(each, {stack, because}, deps);
    if (ran.kind !== 'stopped' && isFailed(ran, each)) failed.set(stack.name, because ?? stack.name);
    deps.onEvent({
      type: 'stack-done',
      ...names,
      step,
      outcome: isFailed(ran, each) && ran.kind === 'done' ? 'failed' : ran.kind,
      ...defined({because}),
      seconds: ran.seconds,
    });
    runs.push(ran);
  }
  return runs;
}

const isFailed = <T>(ran: StackRun<T>, {hasFailed}: EachStack<T>): boolean =>
  ran.kind === 'done' ? hasFailed?.(ran.value) === true : true;

type One = {readonly stack: SelectedStack; readonly because: string | undefined};

async function runOne<T>({run}: EachStack<T>, {stack, because}: One, deps: Deps): Promise<StackRun<T>> {
  // An interrupt takes precedence over the reason of a skip.
  if (deps.signal.aborted) return {stack, seconds: 0, kind: 'stopped'};
  if (because !== undefined) return {stack, seconds: 0, kind: 'skipped', because};
  const begin = deps.clock.monotonic();
  let workspace: string | undefined;
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

/** Returns the dependencies of one stack: the backend of its project, and events with the name of the stack. */
function depsFor(stack: SelectedStack, deps: Deps, hear: (event: StackEvent) => void): Deps {
  const names = {project: stack.project, stack: stack.stack};
  const said = new Set<string>();
  const onEvent: Deps['onEvent'] = (event) => {
    hear(event);
    // A stack that is planned again emits the same diagnostics.
    if (event.type === 'diagnostic') {
      const text = JSON.stringify(event.diagnostic);
      if (said.has(text)) return;
      said.add(text);
    }
    deps.onEvent({...event, ...names});
  };
  return {
    ...deps,
    onEvent,
    backend: once(() => deps.backendFor({directory: stack.request.directory ?? deps.cwd})),
    cluster: (access) => deps.cluster(access, onEvent),
  };
}
