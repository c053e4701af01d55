import type {Deps} from '../../app/deps.ts';
import {type DriftMemory, followDrift} from '../../app/drift/follow-drift.ts';
import type {Observation} from '../../app/drift/observe-drift.ts';
import {toldDrift, type Watched} from '../../app/drift/told-drift.ts';
import {checkTargets, type NamedTargets} from '../../app/notify/check-targets.ts';
import {openTargets} from '../../app/notify/open-targets.ts';
import {rulesOf} from '../../app/notify/rules-of.ts';
import {sendNotifications} from '../../app/notify/send-notifications.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isWanted} from '../../core/notify/is-wanted.ts';
import type {Notification} from '../../core/notify/notification.ts';
import {driftNotification, freshNotifications} from '../../ui/notify/drift-notification.ts';
import {runFacts} from '../notify/run-facts.ts';
import {warnUnsent} from '../notify/warn-unsent.ts';
import type {Session} from '../session.ts';

/** One check, as the targets get it. `listed`: the workspaces of which it covered every stack with a release. */
export type ToldCheck = {
  readonly observations: readonly Observation[];
  readonly at: string;
  readonly listed: readonly string[];
};

/** Notifies targets about the changes since they were last notified. Returns a warning for each that did not get its messages. */
export type TellDrift = (check: ToldCheck, deps: Deps) => Promise<readonly Diagnostic[]>;

/**
 * Opens the targets of `--notify`. `$GANTRY_HOME` keeps the states that each target was notified about. So a target is notified about a state
 * once, over all rounds and single runs, and the next check sends a message again that was not delivered.
 * @throws GantryError for an unknown name
 */
export async function openTelling(names: readonly string[], watched: Watched, session: Session): Promise<TellDrift> {
  const {deps} = session;
  const named = await checkTargets(names, deps);
  const memory = await toldDrift(deps.home, watched);
  return async (check, own) => {
    const warnings: Diagnostic[] = [];
    const told: Record<string, DriftMemory> = {};
    for (const name of names) {
      const before = memory.of(name);
      const one = await tellOne({name, before, check, named}, session, own);
      told[name] = one.memory;
      warnings.push(...one.warnings);
    }
    warnings.push(...(await memory.keep(told)));
    warnUnsent(warnings, {...session, deps: own});
    return warnings;
  };
}

type Telling = {
  readonly name: string;
  readonly before: DriftMemory;
  readonly check: ToldCheck;
  readonly named: NamedTargets;
};

/** Notifies one target. The memory stays as it is if not every message was delivered: the next check tries again. */
async function tellOne(
  {name, before, check, named}: Telling,
  session: Session,
  deps: Deps,
): Promise<{readonly memory: DriftMemory; readonly warnings: readonly Diagnostic[]}> {
  const {config, targets} = named;
  const target = targets[name];
  if (target === undefined) throw new Error(`the target ${name} was not checked`);
  const {memory, changes, fresh} = followDrift(before, check.observations, check);
  const facts = runFacts(session, 'drift');
  const notifications: readonly Notification[] = [
    ...changes.map((change) => driftNotification(change, facts)),
    ...fresh.flatMap((one) => freshNotifications(one, facts)),
  ];
  const rules = rulesOf(target);
  if (!notifications.some((one) => isWanted(one, rules))) return {memory, warnings: []};
  const opened = await openTargets({config, targets: {[name]: target}}, deps, deps.signal);
  const [open] = opened.targets;
  if (open === undefined) return {memory: before, warnings: opened.warnings};
  session.wait(`Notifying ${name} …`);
  const {warnings, isDelivered} = await sendNotifications(open, notifications, deps);
  return {memory: isDelivered ? memory : before, warnings};
}
