import type {StackEvent} from '../../core/event.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import type {SelectedStack} from './selection.ts';

/** Returns the dependencies of one stack: the backend of its project, and events with the name of the stack. */
export function depsFor(stack: SelectedStack, deps: Deps, hear: (event: StackEvent) => void = ignoreEvent): Deps {
  const names = {project: stack.project, stack: stack.stack};
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
    backend: once(() => deps.backendFor({directory: stack.request.directory ?? deps.cwd})),
    cluster: (access) => deps.cluster(access, onEvent),
  };
}

const ignoreEvent = (): void => undefined;
