import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {StackEvent} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {failureText} from '../../ui/failure-text.ts';
import type {Problem, ReleaseRun} from '../../ui/notify/release-notification.ts';
import {type NotifyFlag, readNotify} from '../flags/notify-flag.ts';
import {saidSubject} from '../said-subject.ts';
import type {OpenSession, Session} from '../session.ts';
import {usageError} from '../usage.ts';
import {runFacts} from './run-facts.ts';
import {warnUnsent, withWarnings} from './warn-unsent.ts';

type Notifying = {
  readonly open: OpenSession;
  /** The word for the run in messages: `apply`, `rollback`. */
  readonly operation: string;
  readonly flags: NotifyFlag & {readonly dryRun?: boolean};
};

/**
 * Runs a command that changes stacks, and notifies the targets of `--notify` about each stack: before the answer, so that the answer says
 * what was not delivered. Neither the outcome nor the exit code changes.
 */
export async function notifying<T>(
  {open, operation, flags}: Notifying,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await open();
  const names = readNotify(flags);
  if (names.length === 0) return work(session);
  if (flags.dryRun === true)
    throw usageError('--dry-run and --notify cannot be used together.', 'A dry run changes nothing.');
  const tell = await openTeller(names, operation, session);
  const heard = hearRun(session);
  let isTold = false;
  const print: Session['print'] = async (result) => {
    isTold = true;
    const warnings = await tell(result.ran ?? []);
    const diagnostics = [...(result.diagnostics ?? []), ...warnings];
    await session.print({...result, document: withWarnings(result.document, warnings), diagnostics});
  };
  try {
    return await work({...session, deps: {...session.deps, onEvent: heard.onEvent}, print});
  } catch (error) {
    const problem = isTold ? undefined : problemOf(error, session.deps.signal, heard.hasBegun());
    if (problem !== undefined) await tell([{...heard.names(), problem}]);
    throw error;
  }
}

/** Opens the targets before the run, so that a wrong name ends it, and an unreadable secret is known before anything changes. */
async function openTeller(
  names: readonly string[],
  operation: string,
  session: Session,
): Promise<(runs: readonly ReleaseRun[]) => Promise<readonly Diagnostic[]>> {
  const {deps} = session;
  const [{checkTargets}, {openTargets}] = await Promise.all([
    import('../../app/notify/check-targets.ts'),
    import('../../app/notify/open-targets.ts'),
  ]);
  const opened = await openTargets(await checkTargets(names, deps), deps);
  warnUnsent(opened.warnings, session);
  return async (runs) => {
    const [{sendNotifications}, {releaseNotification}] = await Promise.all([
      import('../../app/notify/send-notifications.ts'),
      import('../../ui/notify/release-notification.ts'),
    ]);
    const facts = runFacts(session, operation);
    const notifications = runs.flatMap((run) => releaseNotification(run, facts) ?? []);
    if (notifications.length > 0 && opened.targets.length > 0) session.wait(`Notifying ${names.join(', ')} …`);
    const sent = await Promise.all(opened.targets.map((target) => sendNotifications(target, notifications, deps)));
    const warnings = sent.flatMap((one) => one.warnings);
    warnUnsent(warnings, session);
    return [...opened.warnings, ...warnings];
  };
}

/** Learns from events which stack the run changes, and whether the changes have begun. */
function hearRun(session: Session) {
  const said = saidSubject(session.globals.stack, session.deps.env);
  let names: HistoryNames = {project: '', stack: '', workspace: '', ...said};
  let hasBegun = false;
  return {
    names: () => names,
    hasBegun: () => hasBegun,
    onEvent: (event: StackEvent) => {
      if (event.type === 'workspace-chosen') {
        const {workspace, project = names.project, stack = names.stack} = event;
        names = {workspace, project, stack};
      }
      if (event.type === 'phase-started' && event.phase === 'apply') hasBegun = true;
      session.deps.onEvent(event);
    },
  };
}

/** Returns the problem to report; undefined for a mistyped command line, and for a run that was stopped before it changed anything. */
function problemOf(error: unknown, signal: AbortSignal, hasBegun: boolean): Problem | undefined {
  if (!(error instanceof GantryError))
    return signal.aborted && !hasBegun ? undefined : {code: 'bug', message: 'Gantry had an unexpected error.'};
  const {failure} = error;
  if (failure.code === 'cancelled' && !hasBegun) return undefined;
  if (failure.code === 'input/usage' || failure.code === 'input/confirmation-needed') return undefined;
  return {code: failure.code, message: failureText(failure).message};
}
