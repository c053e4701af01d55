import {GantryError} from '../../core/failure/failure.ts';
import {unconfirmed} from './begun.ts';
import {endOrphan} from './end-orphan.ts';
import {followApply} from './follow-apply.ts';
import {notBegun} from './not-begun.ts';
import {readJson, STATE} from './run-files.ts';
import {type StartedWatcher, startWatcher, type WatcherProgram} from './start-watcher.ts';
import {decodeStored, encodeStored} from './stored.ts';
import type {Watch, Watched, WatchListeners, WatchOrder} from './watch-order.ts';
import {answerOf} from './watcher-answer.ts';

/** Returns the function that runs an apply in a separate process, which continues if this one is killed. */
export const watchByProcess =
  (program: WatcherProgram): Watch =>
  async (order, listeners) => {
    const followed = await followApply(order, listeners.onEvent);
    try {
      const watched = await watchedBy(order, program, listeners);
      return {...watched, progress: followed.progress, rest: await followed.end()};
    } catch (error) {
      await followed.end();
      throw error;
    }
  };

async function watchedBy(order: WatchOrder, program: WatcherProgram, listeners: WatchListeners): Promise<Watched> {
  const {version} = order;
  const started = await startWatcher(order, program).catch((error: unknown) => notBegun(error, program.command[0]));
  if ('code' in started) return {code: 'not started', version, begun: [], refused: started};
  return (await answerOf(started, order, listeners)) ?? (await withoutWatcher(order, program, started.problem));
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
