import {randomUUID} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {type Begun, encodeObjects, type Progress, unconfirmed} from './begun.ts';
import {KEPT, STORED} from './run-files.ts';
import type {Opened, Session} from './session.ts';
import type {Stored} from './stored.ts';
import type {Said} from './stream.ts';
import type {Watched, WatchOrder} from './watch-order.ts';

/** The state of a session: it changes during the run. */
export type Working = {
  stored: Stored;
  version: string | undefined;
  env: NodeJS.ProcessEnv;
  /** True if the directory has a state that is not stored. */
  isUnstored: boolean;
};

/** Returns the function that applies a plan file in a process that outlives this one. */
export function watchedApply(
  {options, lineage, states, program, directory}: Opened,
  now: Working,
  save: (change: Partial<Stored>) => Promise<void>,
): Session['apply'] {
  const run = randomUUID();
  const watch = options.watch(states);
  let applies = 0;
  return async ({file, kept, begun, isPending, lock, ...listeners}) => {
    if (now.isUnstored) throw unstored();
    const apply = `apply-${++applies}-${run}`;
    const before = unconfirmed(now.stored.begun ?? [], now.stored.state);
    const own = begun.map((one) => ({...one, apply}));
    const makeOrder = async (): Promise<WatchOrder> => {
      await save({...kept, run, begun: [...before, ...own]});
      // From here on, the watcher continues in the directory if this process ends.
      directory.keep();
      await directory.write(KEPT, canonicalJson({lineage, run, apply}));
      await directory.write(STORED, encodeObjects(now.stored.state));
      now.isUnstored = true;
      const {shown: _, ...unshown} = now.stored;
      return {
        lineage,
        token: lock?.token,
        apply,
        version: now.version,
        stored: unshown,
        directory: directory.path,
        path: program.path,
        env: textsOf(now.env),
        args: ['apply', '-json', '-input=false', '-lock=false', '-backup=-', file],
      };
    };
    const {progress, rest, ...watched} = await watch(directory.path, makeOrder, {
      ...listeners,
      leaveTo: lock?.leaveTo ?? ((next) => next()),
    });
    if (watched.refused !== undefined) {
      now.isUnstored = false;
      await save({begun: before}).catch(() => undefined);
      throw new GantryError(watched.refused);
    }
    if (watched.unstored !== undefined) throw new GantryError(watched.unstored);
    now.isUnstored = false;
    now.version = watched.version;
    // The watcher has increased the number of the state: the next write continues from it.
    await states.read(lineage);
    // A creation of an earlier apply that may exist was reported before this one, and is reported until its resource has been applied.
    const isOpen = (one: Begun): boolean => one.apply === apply || watched.code !== 0 || isPending(one.address);
    const left = watched.begun.filter(isOpen);
    now.stored = {...now.stored, begun: left.length === 0 ? undefined : left};
    return {code: watched.code, said: saidIn(progress, watched), rest, completed: progress.completed};
  };
}

/** The watcher of an earlier apply stores the state of the directory, or nobody can: another apply must not start from it. */
const unstored = (): GantryError =>
  new GantryError({code: 'backend/io', detail: 'the Terraform state of an earlier step of this run is not stored'});

/** Returns what Terraform said, after the reason why it was stopped. */
function saidIn({said}: Progress, {stopped}: Pick<Watched, 'stopped'>): readonly Said[] {
  if (stopped === undefined) return said;
  const reason = {severity: 'error' as const, summary: `Terraform was interrupted, because ${stopped}`, detail: ''};
  return [reason, ...said.filter(({summary}) => summary !== 'execution halted')];
}

const textsOf = (env: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
