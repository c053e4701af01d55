import {canonicalJson} from '../../../../lib/canonical-json.ts';
import type {PlannedChange} from '../../../../ports/planned-change.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import type {PlannedHook} from './planned-hook.ts';
import {type HookChain, runHook} from './run-hook.ts';

/** The steps of hooks, which the namespace of the stack precedes. */
export type HookChanges = {
  readonly session: ExecuteSession;
  readonly hooks: readonly PlannedHook[];
  readonly namespace: PlannedChange | undefined;
  /** Returns the live object of a resource that is left unchanged. */
  readonly left: StepRun['live'];
};

/** Returns the hooks as changes. Those of one event of a source follow each other, and share what they have created. */
export function hookChanges({session, hooks, namespace, left}: HookChanges): readonly PlannedChange[] {
  const chains = new Map<string, HookChain>();
  for (const {due} of hooks)
    chains.set(chainOf(due), {last: due.id, succeeded: chains.get(chainOf(due))?.succeeded ?? []});
  return hooks.map((planned) => {
    const {due, change, candidate, denied} = planned;
    const {digestKey} = session;
    const {namespace: within} = candidate.identity;
    return {
      change,
      after: namespace !== undefined && within !== undefined ? [namespace.change.id] : [],
      denied,
      seen: () => ({sends: digestKey.hmac(`hook ${canonicalJson(candidate.written)}`)}),
      execute: (run) => {
        const chain = chains.get(chainOf(due)) ?? {last: due.id, succeeded: []};
        return runHook(session, planned, chain, {...run, live: (id, path) => run.live(id, path) ?? left(id, path)});
      },
    };
  });
}

const chainOf = ({event, hook}: PlannedHook['due']): string => JSON.stringify([hook.source, event]);
