import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {kubernetesStates, type ResourceState} from '../../core/release/resource-state.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {LogLine, LogsFound, LogsRequest} from '../../ports/operations.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {operateStack} from './operate-stack.ts';
import {selectStates} from './select-states.ts';

/** Request of `gantry logs`. */
export type StackLogsRequest = StackRequest &
  Pick<LogsRequest, 'follow' | 'sinceSeconds' | 'tail' | 'container' | 'previous' | 'onLine'> & {
    /** Ids, kinds, labels or globs; empty: every object that runs pods. */
    readonly targets: readonly string[];
    /** Receives the objects without lines, with the reason. */
    readonly onRemark: (text: string) => void;
  };

/** The answer of `gantry logs` after its last line. */
export type StackLogs = HistoryNames & {
  readonly formatVersion: 1;
  readonly revision: number;
  readonly pods: number;
  /** The number of containers that were read. */
  readonly containers: number;
  readonly lines: number;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads the log lines of the pods of a stack's last release, ordered by time. No file of the stack is read.
 * @throws GantryError release/not-found, a broken context, another cluster, input/usage, permission/denied.
 */
export const stackLogs = (request: StackLogsRequest, deps: Deps): Promise<StackLogs> =>
  operateStack(request, deps, async ({names, last, operate, diagnostics}) => {
    const {targets, follow, sinceSeconds, tail, container, previous, onLine, onRemark} = request;
    const of = withPods(selectStates(last, targets), targets);
    let lines = 0;
    const count = (line: LogLine): void => {
      lines++;
      onLine(line);
    };
    const found = await operate(kubernetesStates(last.state)).logs({
      of,
      follow,
      previous,
      onLine: count,
      onRemark,
      sinceSeconds,
      tail,
      container,
    });
    checkContainer(container, found);
    return {
      formatVersion: 1,
      ...names,
      revision: last.revision,
      pods: found.pods,
      containers: found.streams,
      lines,
      diagnostics,
    };
  });

/** Reports whether an object may run pods. Custom resources may create pods; the built-in kinds are known. */
export function runsPods({apiVersion, kind}: KubernetesState): boolean {
  const {group} = groupVersion(apiVersion);
  if (group === '') return kind === 'Pod' || kind === 'ReplicationController';
  if (group === 'apps' || group === 'batch') return true;
  return group.includes('.') && !group.endsWith('.k8s.io');
}

function withPods(states: readonly ResourceState[], targets: readonly string[]): readonly KubernetesState[] {
  const running = kubernetesStates(states).filter(runsPods);
  if (running.length > 0 || targets.length === 0) return running;
  const message = `${states.map(({id}) => id).join(', ')} ${states.length === 1 ? 'has' : 'have'} no pods`;
  throw new GantryError({code: 'input/usage', message, hint: 'Name a workload: a Deployment, a StatefulSet, a Job.'});
}

function checkContainer(container: string | undefined, {containers}: LogsFound): void {
  if (container === undefined || containers.length === 0 || containers.includes(container)) return;
  const near = didYouMean(container, containers);
  throw new GantryError({
    code: 'input/usage',
    message: `--container ${container}: no pod has such a container`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are: ${containers.join(', ')}`,
  });
}
