import type {DriftReport} from '../../app/detect-drift.ts';
import {listedIn, observeDrift} from '../../app/drift/observe-drift.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Session} from '../session.ts';
import {checkOnce, isMistake, roundEvents} from './check-drift.ts';
import {openTelling} from './tell-drift.ts';
import type {Watching} from './watch.ts';

/**
 * Checks the drift once, and notifies the targets about changes since the last check with the same command line.
 * @throws GantryError the failure of the check, after the targets were notified about it
 */
export async function checkAndNotify(
  {detect, targets, watched}: Pick<Watching, 'detect' | 'targets' | 'watched'>,
  session: Session,
): Promise<{readonly report: DriftReport; readonly warnings: readonly Diagnostic[]}> {
  const tell = await openTelling(targets, watched, session);
  const events = roundEvents(session);
  const deps = {...session.deps, onEvent: events.onEvent};
  const found = await checkOnce(detect, session)(deps);
  if ('failure' in found && isMistake(found.failure)) throw new GantryError(found.failure);
  const warnings = await tell(
    {
      observations: observeDrift(found, events.workspace),
      at: deps.clock.now().toISOString(),
      listed: listedIn(found),
    },
    deps,
  );
  if ('failure' in found) throw new GantryError(found.failure);
  return {report: found.report, warnings};
}
