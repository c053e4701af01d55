import {type Hook, type HookEvent, isOfRemoval} from './hook.ts';
import type {HookRecord} from './hook-record.ts';

/** The pair of events of a change of a source: before its objects, and after them. */
export type HookMoment = 'install' | 'upgrade' | 'delete' | 'rollback';

/** A hook that this run executes. */
export type DueHook = {
  /** The id of its change: that of its object, and the event. */
  readonly id: string;
  readonly hook: Hook;
  readonly event: HookEvent;
  /** True if it has run before. */
  readonly ranBefore: boolean;
};

/** The hooks of a source, as far as a choice depends on them. */
export type HookChoice = {
  readonly hooks: readonly Hook[];
  readonly moment: HookMoment | 'test';
  /** Returns the record of a hook in the last release. */
  readonly recorded: (hook: Hook) => HookRecord | undefined;
  /** Returns the keyed digest of everything whose change makes a hook run. */
  readonly digestOf: (hook: Hook) => string;
  /** True to run them although nothing changed. */
  readonly force: boolean;
};

/**
 * Chooses the hooks of a source that run, in order. A hook that does something runs if it, its chart or its values changed, or if its
 * last run did not succeed. With it come all hooks of the event that only have to exist: their delete policies may have deleted them.
 */
export function dueHooks(choice: HookChoice): readonly DueHook[] {
  const {moment} = choice;
  const events: readonly HookEvent[] = moment === 'test' ? ['test'] : [`pre-${moment}`, `post-${moment}`];
  return events.flatMap((event) => dueFor(event, choice));
}

function dueFor(event: HookEvent, {hooks, recorded, digestOf, force}: HookChoice): readonly DueHook[] {
  const isForced = force || event === 'test' || isOfRemoval(event);
  const isDue = (hook: Hook): boolean => {
    const before = recorded(hook);
    return isForced || before === undefined || before.outcome !== 'done' || before.digest !== digestOf(hook);
  };
  const all = hooks.filter(({events}) => events.includes(event)).toSorted((a, b) => a.place - b.place);
  if (!all.some(isDue)) return [];
  return all
    .filter((hook) => !hook.runsToEnd || isDue(hook))
    .map((hook) => ({id: `${hook.id}@${event}`, hook, event, ranBefore: wasRun(recorded(hook))}));
}

const wasRun = (record: HookRecord | undefined): boolean => record !== undefined && record.outcome !== 'pending';
