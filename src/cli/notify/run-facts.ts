import {ciRun} from '../../core/release/ci-run.ts';
import type {NotifiedRun} from '../../ui/notify/drift-notification.ts';
import type {Session} from '../session.ts';

/** Returns the facts of a run that every notification has. */
export const runFacts = ({deps}: Pick<Session, 'deps'>, command: string): NotifiedRun => ({
  now: deps.clock.now(),
  command,
  job: ciRun(deps.env),
});
