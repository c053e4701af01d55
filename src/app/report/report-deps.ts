import {once} from '../../lib/once.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {readOnce} from './read-once.ts';

type Shared = ReturnType<Deps['shareClusters']>;

/**
 * Returns the dependencies for all parts of a report: they share connections, discovery, lists, and what was read from the backends. No
 * events are sent, because the report contains the same facts.
 * @param shared the connections; the caller closes them
 */
export function reportDeps(deps: Deps, {connect, cluster}: Shared): Deps {
  const readers = new WeakMap<Backend, Backend>();
  const reader = (backend: Backend): Backend => {
    const known = readers.get(backend) ?? readOnce(backend);
    readers.set(backend, known);
    return known;
  };
  return {
    ...deps,
    connect,
    cluster,
    onEvent: ignoreEvent,
    backend: async () => reader(await deps.backend()),
    backendFor: async (request) => reader(await deps.backendFor(request)),
    // Each part would otherwise open connections of its own.
    shareClusters: () => ({connect, cluster, [Symbol.asyncDispose]: async () => undefined}),
  };
}

/** Returns the dependencies for one workspace, whose name decides the backend and the cluster. */
export function depsOfWorkspace(deps: Deps, directory: string, workspace: string): Deps {
  const backendFor: Deps['backendFor'] = (request) => deps.backendFor({...request, workspace});
  return {...deps, backendFor, backend: once(() => backendFor({directory}))};
}

const ignoreEvent = (): void => undefined;
