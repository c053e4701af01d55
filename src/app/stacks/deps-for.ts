import type {StackEvent} from '../../core/event.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import type {SelectedStack} from './selection.ts';

/** Returns the dependencies of one stack: the backend of its project, and events with the names of the stack. */
export function depsFor(stack: SelectedStack, deps: Deps, hear: (event: StackEvent) => void = ignoreEvent): Deps {
  const names = namesOf(stack);
  const {directory = deps.cwd, workspace} = stack.request;
  const said = new Set<string>();
  const onEvent: Deps['onEvent'] = (event) => {
    hear(event);
    // A stack that is planned again emits the same diagnostics.
    if (event.type === 'diagnostic') {
      const text = JSON.stringify(event.diagnostic);
      if (said.has(text)) return;
      said.add(text);
    }
    deps.onEvent({...event, ...names});
  };
  return {
    ...deps,
    onEvent,
    // Each of several workspaces may have its own backend.
    backend: once(() => deps.backendFor({directory, ...(stack.workspace === undefined ? {} : defined({workspace}))})),
    cluster: (access) => deps.cluster(access, onEvent),
  };
}

/** Returns the names of a stack in events; the workspace only if the run has several. */
export const namesOf = ({
  project,
  stack,
  workspace,
}: SelectedStack): Pick<SelectedStack, 'project' | 'stack' | 'workspace'> => ({
  project,
  stack,
  ...defined({workspace}),
});

const ignoreEvent = (): void => undefined;
