import type {JsonObject} from '../../../../../core/json.ts';
import {isTrue, textAt} from '../../../../../kubernetes/readiness/read.ts';
import type {ForwardRequest} from '../../../../../ports/operations.ts';
import {openNotifier} from '../../execute/notifier.ts';
import {PODS} from '../../execute/workload-kinds.ts';
import {listPods} from '../logs/find-pods.ts';
import type {Operating} from '../operating.ts';
import {podPort, type TargetPort} from './service-port.ts';

/** The time that a connection waits for a ready pod. */
const PATIENCE_MS = 60_000;
/** The interval if the user may not watch, so that nothing signals a change. */
const LOOK_AGAIN_MS = 2_000;
/** The pause after a pod rejected a connection; meanwhile its end may be observed. */
const PAUSE_MS = 500;

/** The ready pods behind a Service. */
export type ReadyPods = {
  /** Returns a pod, and waits until there is one. */
  readonly next: () => Promise<Picked>;
  /** Waits until the pods have changed, or for a moment. */
  readonly pause: () => Promise<void>;
};

type Behind = {
  readonly namespace: string;
  readonly labelSelector: string;
  readonly target: TargetPort;
  readonly signal: AbortSignal;
  readonly request: ForwardRequest;
};

/** Watches the pods behind a Service until the signal is aborted, and reports the chosen pod at once. */
export async function readyPods(
  {session: {client, hub, clock}}: Operating,
  {namespace, labelSelector, target, signal, request}: Behind,
): Promise<ReadyPods> {
  const notifier = openNotifier();
  const search = {namespace, labelSelector};
  // The list counts until the watch reports, which may never happen: a user may lack permission to watch.
  let listed: readonly JsonObject[] | undefined = await listPods(client, [search], signal);
  const pick = podPicker(() => listed ?? feed.items() ?? [], target, request);
  const onChange = (): void => {
    listed = undefined;
    // A new pod is reported when it is chosen, not when somebody connects.
    pick();
    notifier.notify();
  };
  const feed = hub.follow({resource: PODS, ...search}, {onChange, onFailed: notifier.notify});
  signal.addEventListener('abort', feed.stop, {once: true});
  const lookAfter = async (seen: number, ms: number): Promise<void> => {
    await notifier.after(seen, ms, {clock, signal});
    if (notifier.count() === seen) listed = (await listPods(client, [search], signal).catch(() => undefined)) ?? listed;
  };
  pick();
  return {
    next: async () => {
      const deadline = clock.monotonic() + PATIENCE_MS;
      for (;;) {
        const seen = notifier.count();
        const picked = pick();
        if (picked !== undefined) return picked;
        const left = deadline - clock.monotonic();
        if (left <= 0 || signal.aborted) throw new Error('no pod is ready');
        await lookAfter(seen, Math.min(left, LOOK_AGAIN_MS));
      }
    },
    pause: () => lookAfter(notifier.count(), PAUSE_MS),
  };
}

type Picked = {readonly pod: string; readonly port: number};

/** Picks a pod. The previous one is kept while it is ready, because the connections of a browser belong together. */
function podPicker(
  pods: () => readonly JsonObject[],
  target: TargetPort,
  {onPod, onError}: ForwardRequest,
): () => Picked | undefined {
  let last: string | undefined;
  let reported = '';
  const tell = (trouble: string): void => {
    if (trouble !== reported) onError(trouble);
    reported = trouble;
  };
  return () => {
    const ready = pods().filter((pod) => isTrue(pod, 'Ready') && textAt(pod, 'metadata', 'deletionTimestamp') === '');
    const open = ready.flatMap((pod): readonly Picked[] => {
      const port = podPort(pod, target);
      return port === undefined ? [] : [{pod: textAt(pod, 'metadata', 'name'), port}];
    });
    const picked = open.find(({pod}) => pod === last) ?? open[0];
    if (picked === undefined) {
      last = undefined;
      tell(ready.length === 0 ? 'no pod is ready: waiting for one' : `no ready pod has a port named ${target}`);
      return undefined;
    }
    if (picked.pod !== last) onPod(picked.pod, picked.port);
    last = picked.pod;
    reported = '';
    return picked;
  };
}
