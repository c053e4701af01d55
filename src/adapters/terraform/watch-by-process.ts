import {GantryError} from '../../core/failure/failure.ts';
import {unconfirmed} from './begun.ts';
import {endOrphan} from './end-orphan.ts';
import {followApply} from './follow-apply.ts';
import {notBegun} from './not-begun.ts';
import {readJson, STATE} from './run-files.ts';
import {giveOrder, type StartedWatcher, startWatcher, type WatcherProgram} from './start-watcher.ts';
import {decodeStored, encodeStored} from './stored.ts';
import type {Watch, Watched, WatchListeners, WatchOrder} from './watch-order.ts';
import {answerOf} from './watcher-answer.ts';

/** Returns the function that runs an apply in a separate process, which continues if this one is killed. It starts while the order is made. */
export const watchByProcess =
  (program: WatcherProgram): Watch =>
  async (directory, makeOrder, listeners) => {
    const starting = startWatcher(directory, program);
    // Its failure is reported when the order is made.
    starting.catch(() => undefined);
    const ordering = makeOrder().then(async (order) => ({
      order,
      followed: await followApply(order, listeners.onEvent),
    }));
    const {order, followed} = await ordering.catch((error: unknown) => dismissed(starting, error));
    try {
      const watched = await watchedBy(order, {program, starting, listeners});
      return {...watched, progress: followed.progress, rest: await followed.end()};
    } catch (error) {
      await followed.end();
      throw error;
    }
  };

type Watching = {
  readonly program: WatcherProgram;
  readonly starting: Promise<StartedWatcher>;
  readonly listeners: WatchListeners;
};

async function watchedBy(order: WatchOrder, {program, starting, listeners}: Watching): Promise<Watched> {
  try {
    await giveOrder(await starting, order, program);
  } catch (error) {
    const refused = await dismissed(starting, error).catch((reason: unknown) => notBegun(reason, program.command[0]));
    return {code: 'not started', version: order.version, begun: [], refused};
  }
  const started = await starting;
  return (await answerOf(started, order, listeners)) ?? (await withoutWatcher(order, program, started.problem));
}

/** Ends a watcher that gets no order. @throws the error */
async function dismissed(starting: Promise<StartedWatcher>, error: unknown): Promise<never> {
  await starting.then(
    ({child}) => child.stdin?.end(),
    () => undefined,
  );
  throw error;
}

/** Ends Terraform and stores its state in place of a watcher that was killed. */
async function withoutWatcher(
  {directory, lineage, stored}: WatchOrder,
  {states}: Pick<WatcherProgram, 'states'>,
  problem: StartedWatcher['problem'],
): Promise<Watched> {
  // However long its step takes: this run holds the lock meanwhile.
  await endOrphan(directory, Number.POSITIVE_INFINITY);
  const found = await states.read(lineage);
  if (found === undefined || decodeStored(found.text).run !== stored.run)
    throw new GantryError({code: 'plan/stale', detail: 'another run has changed the Terraform state of this stack'});
  const state = (await readJson(directory, STATE)) ?? decodeStored(found.text).state;
  const begun = unconfirmed(stored.begun ?? [], state);
  const version = await states.write(lineage, encodeStored({...stored, state, begun}), found.version);
  const words = await problem();
  return {
    code: 'killed',
    version,
    begun,
    stopped: `the process that watches it was killed${words === '' ? '' : `: ${words}`}`,
  };
}
