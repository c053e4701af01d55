import type {StackRun} from '../../app/stacks/each-stack.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {StackOutcome} from '../../core/stacks/stack-outcome.ts';
import {defined} from '../../lib/defined.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {bugFailure, type CommandFailure, commandFailureOf} from '../../ui/command-failure.ts';
import type {StackAnswer} from '../../ui/several/stack-answer.ts';
import {EXIT, exitCodeOf} from '../exit-code.ts';
import type {ForWorkflow} from '../github.ts';
import type {Result, Session} from '../session.ts';

/** The result of one stack, and its outputs for a workflow. */
export type Answer = StackAnswer & {
  readonly workflow?: ForWorkflow | undefined;
  /** The stack that the run has changed, for notifications. */
  readonly ran?: Result['ran'];
};

/** The result of a command for one stack, and its outcome. */
export type Told = {
  readonly result: Result;
  readonly outcome: StackOutcome;
  readonly changes?: number | undefined;
  /** The workspace, if no event has reported it. */
  readonly workspace?: string;
};

/** Returns the result of one stack, whether its run succeeded, failed or was skipped. */
export function answerOf<T>(run: StackRun<T>, tell: (value: T) => Told, {deps}: Pick<Session, 'deps'>): Answer {
  const {project, stack} = run.stack;
  const about = {
    project,
    stack,
    ...defined({workspace: run.workspace, isOfMany: run.stack.workspace === undefined ? undefined : (true as const)}),
    seconds: run.seconds,
  };
  switch (run.kind) {
    case 'skipped':
      return {...about, outcome: 'skipped', because: run.because, exitCode: EXIT.failed};
    case 'deferred':
      return {...about, outcome: 'deferred', because: run.because, exitCode: EXIT.done};
    case 'stopped':
      return {...about, outcome: 'stopped', exitCode: exitCodeOf(interrupt(deps.signal))};
    case 'failed':
      return {...about, outcome: 'failed', ...failed(run.error, deps)};
    case 'done':
      return {...about, ...done(tell(run.value))};
    default:
      return unreachable(run);
  }
}

function done({result, outcome, changes, workspace}: Told): Omit<Answer, 'project' | 'stack' | 'seconds'> {
  const {failure, workflow, exitCode, ran, ...answer} = result;
  return {
    outcome,
    ...defined({workspace}),
    exitCode: exitCode ?? (failure === undefined ? EXIT.done : exitCodeOf(failure)),
    changes,
    answer,
    workflow,
    ...defined({ran}),
  };
}

function failed(
  error: unknown,
  {signal, gantryVersion}: Session['deps'],
): Pick<Answer, 'exitCode' | 'failed' | 'workflow'> {
  const failure = error instanceof GantryError ? error.failure : signal.aborted ? interrupt(signal) : undefined;
  if (failure === undefined) return told(bugFailure(error, gantryVersion), EXIT.bug);
  return told(commandFailureOf(failure), signal.aborted ? exitCodeOf(interrupt(signal)) : exitCodeOf(failure));
}

const told = (failure: CommandFailure, exitCode: number): Pick<Answer, 'exitCode' | 'failed' | 'workflow'> => ({
  exitCode,
  failed: failure,
  workflow: {warnings: failure.diagnostics, outputs: {}},
});

const interrupt = ({reason}: AbortSignal) =>
  ({code: 'cancelled', signal: reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'}) as const;
