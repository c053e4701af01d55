import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {type StackEvent, stackKey} from '../core/event.ts';
import {historyText} from '../core/release/history-names.ts';
import {defined} from '../lib/defined.ts';
import type {Subject} from '../ui/markdown/text-markdown.ts';
import type {Progress} from '../ui/progress/progress.ts';
import type {ChosenWorkspace} from '../ui/text/stack/plan-text.ts';
import type {Session} from './session.ts';

/** The facts that the events of a run have reported so far. */
export type HeardFacts = {
  readonly onEvent: (event: StackEvent) => void;
  readonly chosen: Session['chosen'];
  readonly subject: () => Subject;
  /** Reports whether a diagnostic has not been printed yet, and remembers it. */
  readonly isNew: (diagnostic: Diagnostic) => boolean;
};

/** Passes the events of a run on to its view until the run is over, and remembers their facts. */
export function hearFacts(progress: Progress, isOver: () => boolean): HeardFacts {
  const said = new Set<string>();
  const chosen = new Map<string, ChosenWorkspace>();
  const keys = new Map<string, string>();
  let last = '';
  let subject: Subject = {};
  const isNew = (diagnostic: Diagnostic): boolean => {
    const key = JSON.stringify(diagnostic);
    return !said.has(key) && said.add(key).has(key);
  };
  const onEvent = (event: StackEvent): void => {
    if (event.type === 'workspace-chosen') {
      const {from, file, workspace, project, stack} = event;
      // A command that is about no stack names only the workspace.
      last = project && stack ? historyText({project, stack, workspace}) : workspace;
      chosen.set(last, {from, file});
      // Only a run over several workspaces names the workspace of each event.
      keys.set(stackKey(event), last);
      keys.set(stackKey({...defined({project}), stack}), last);
      subject = {workspace, ...defined({project, stack})};
    }
    if (event.type === 'cluster-reached') {
      // Only a run over several stacks names the stack of each event.
      const key = keys.get(stackKey(event)) ?? last;
      const own = chosen.get(key);
      const {context, namespace} = event;
      if (own !== undefined) chosen.set(key, {...own, reached: {context, namespace}});
    }
    if (event.type === 'diagnostic') isNew(event.diagnostic);
    if (!isOver()) progress.onEvent(event);
  };
  return {
    onEvent,
    isNew,
    chosen: (names) => chosen.get(historyText(names)) ?? chosen.get(names.workspace),
    subject: () => subject,
  };
}
