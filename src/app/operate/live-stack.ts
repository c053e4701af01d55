import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import type {LiveManifest} from '../../ports/operations.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {operateStack} from './operate-stack.ts';

/** The objects of the last release of a stack, as its cluster has them. */
export type LiveStack = {
  readonly workspace: string;
  readonly namespace?: string;
  readonly revision: number;
  /** The live objects in the form of manifests. */
  readonly resources: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads the live objects of the last release of a stack. No file of the stack is read.
 * @param key seals values of secrets, so that they can be compared and are not shown
 * @throws GantryError release/not-found, a broken context, another cluster, permission/denied
 */
export function readLiveStack(
  request: StackRequest & {readonly workspace: string},
  key: string,
  deps: Deps,
): Promise<LiveStack> {
  const onEvent: Deps['onEvent'] = (event) => {
    if (event.type !== 'workspace-chosen') deps.onEvent(event);
  };
  const own = {...deps, onEvent, backend: once(() => deps.backendFor(request))};
  return operateStack(request, own, async ({names: {workspace}, last, operate, diagnostics}) => {
    const found = await operate(last.state).manifests(key);
    return {
      workspace,
      ...defined({namespace: last.namespace}),
      revision: last.revision,
      resources: found.flatMap(({id, object}): Resource[] =>
        object === undefined ? [] : [{id, type: 'Kubernetes', attributes: object, dependsOn: [], extensions: {}}],
      ),
      diagnostics: [...diagnostics, ...found.flatMap((one) => missing(one, workspace))],
    };
  });
}

const missing = (one: LiveManifest, workspace: string): readonly Diagnostic[] =>
  one.object !== undefined || one.done === true
    ? []
    : [{severity: 'warning', code: 'diff/missing', message: `${one.id} of ${workspace} is not compared: ${one.why}`}];
