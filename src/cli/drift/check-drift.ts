import type {Deps} from '../../app/deps.ts';
import type {DriftReport} from '../../app/detect-drift.ts';
import type {Check} from '../../app/drift/observe-drift.ts';
import type {StackEvent} from '../../core/event.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {saidSubject} from '../said-subject.ts';
import type {Session} from '../session.ts';

/** A check of drift with dependencies of its own. */
export type DetectOnce = (session: Session) => Promise<DriftReport>;

/** Returns a function that checks once. It returns failures that a later check may not have; others, and interrupts, are thrown. */
export const checkOnce =
  (detect: DetectOnce, session: Session) =>
  async (deps: Deps): Promise<Check> => {
    try {
      return {report: await detect({...session, deps})};
    } catch (error) {
      if (deps.signal.aborted || !(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
      return {failure: error.failure};
    }
  };

/** Failures of the command line and of files: another round would find them again, so that the first one ends the watch. */
export const isMistake = ({code}: Failure): boolean => code.startsWith('input/') || MISTAKES.has(code);

const MISTAKES: ReadonlySet<Failure['code']> = new Set([
  'release/not-found',
  'workspace/not-allowed',
  'workspace/not-chosen',
  'workspace/not-found',
]);

/** Passes the events of each round on, without those that were the same in the round before. */
export function roundEvents({deps, globals}: Pick<Session, 'deps' | 'globals'>) {
  let [before, now] = [new Set<string>(), new Set<string>()];
  // The name comes from the command line alone. A check may fail before its workspace is chosen, and must keep its name when it works again.
  const workspace = globals.workspaces.length > 1 ? '' : (saidSubject(globals.stack, deps.env).workspace ?? '');
  return {
    workspace,
    nextRound: () => {
      [before, now] = [now, new Set()];
    },
    onEvent: (event: StackEvent): void => {
      const key = JSON.stringify(event);
      now.add(key);
      if (!before.has(key)) deps.onEvent(event);
    },
  };
}
