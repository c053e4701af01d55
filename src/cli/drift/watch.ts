import type {DriftReport} from '../../app/detect-drift.ts';
import {type FollowedDrift, followDrift, type ObservedChange} from '../../app/drift/follow-drift.ts';
import {type Check, listedIn, observeDrift} from '../../app/drift/observe-drift.ts';
import {toldDrift, type Watched} from '../../app/drift/told-drift.ts';
import {watchDrift} from '../../app/drift/watch-drift.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {driftText, hasDrift} from '../../ui/text/stack/drift-text.ts';
import {changesText, quietText} from '../../ui/text/stack/watch-text.ts';
import type {Session} from '../session.ts';
import {checkOnce, type DetectOnce, isMistake, roundEvents} from './check-drift.ts';
import {openTelling} from './tell-drift.ts';

/** A drift check that is repeated. */
export type Watching = {
  readonly intervalSeconds: number;
  readonly detect: DetectOnce;
  /** The names of the notification targets. */
  readonly targets: readonly string[];
  readonly watched: Watched;
  readonly detail: boolean;
};

/** The key of the states that the watch itself has shown, beside the targets: it keeps the age of drift over a restart. */
const OWN = '';

/**
 * Checks the drift again and again until the signal ends it, and returns the last report. It prints the first round, and then the changes. A
 * server or a backend that fails is reported, and asked again in the next round.
 * @throws GantryError if the first round finds a mistake in the command line or in a file
 */
export async function watch(watching: Watching, session: Session): Promise<DriftReport> {
  const {intervalSeconds, detect, targets, watched, detail} = watching;
  const {deps} = session;
  const tell = targets.length === 0 ? undefined : await openTelling(targets, watched, session);
  const shown = await toldDrift(deps.home, {...watched, shown: true});
  const events = roundEvents(session);
  const check = checkOnce(detect, session);
  let last: DriftReport = {formatVersion: 1, stacks: [], failed: []};
  const round = async (number: number): Promise<void> => {
    events.nextRound();
    await using own = deps.again(events.onEvent);
    const found = await check(own);
    if ('failure' in found && number === 1 && isMistake(found.failure)) throw new GantryError(found.failure);
    if ('report' in found) last = found.report;
    const observations = observeDrift(found, events.workspace);
    const at = deps.clock.now().toISOString();
    const followed = followDrift(shown.of(OWN), observations, {at, listed: listedIn(found)});
    emit(found, followed.changes, number, session);
    print({found, followed, isFirst: number === 1, detail}, session);
    for (const diagnostic of await shown.keep({[OWN]: followed.memory})) own.onEvent({type: 'diagnostic', diagnostic});
    await tell?.({observations, at, listed: listedIn(found)}, own);
  };
  await watchDrift(
    {intervalMs: intervalSeconds * 1000, check: (number) => untilStopped(round(number), deps.signal)},
    deps,
  );
  return last;
}

type Printing = {
  readonly found: Check;
  readonly followed: FollowedDrift;
  readonly isFirst: boolean;
  readonly detail: boolean;
};

/** Prints the first round as a whole, and of the others what has changed. */
function print({found, followed: {changes, memory}, isFirst, detail}: Printing, {write, say}: Session): void {
  if (isFirst && 'report' in found) write((style) => driftText(found.report, {...style, detail}));
  else if (changes.length > 0) write((style) => changesText(changes, {...style, detail}));
  else say((style) => quietText(found, memory, style));
}

/** Waits for a round. An error after an interrupt is expected. */
async function untilStopped(round: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await round;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function emit(found: Check, changes: readonly ObservedChange[], round: number, {deps}: Pick<Session, 'deps'>): void {
  const {stacks, failed} = 'report' in found ? found.report : {stacks: [], failed: []};
  const drifted = stacks.filter(hasDrift).length;
  const failure = 'failure' in found ? found.failure : undefined;
  deps.onEvent({
    type: 'drift-checked',
    round,
    stacks: stacks.length + failed.length,
    drifted,
    failed: failed.length,
    ...defined({failure}),
  });
  for (const change of changes) deps.onEvent(eventOf(change));
}

const eventOf = ({project, stack, workspace, change, since, found, failure}: ObservedChange) =>
  ({
    type: 'drift-changed',
    project,
    stack,
    workspace,
    change,
    since,
    ...defined({
      revision: found?.revision,
      objects: found?.objects.flatMap(({id, drift, fields}) =>
        drift === 'none' ? [] : [{id, drift, paths: fields.filter((one) => !one.yielded).map(({path}) => path)}],
      ),
      failure,
    }),
  }) as const;
