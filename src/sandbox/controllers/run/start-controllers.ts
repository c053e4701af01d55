import type {SandboxClock} from '../../model/clock.ts';
import type {Controller, ControlView, ObjectKey} from '../../model/controller.ts';
import type {Store, WatchEvent} from '../../model/store.ts';
import type {Writer} from '../../verbs/writer.ts';
import {CONTROLLERS} from '../controllers.ts';
import {rootCertificate} from '../namespace/root-certificate.ts';
import {controlView} from './control-view.ts';
import {type EventRecorder, eventRecorder} from './event-recorder.ts';
import {takeSteps} from './take-steps.ts';

/** Options of the controllers. `controllers` replaces the built-in ones in tests. */
export type ControllersOptions = {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: SandboxClock;
  /** PEM of the CA of the server's certificate. Every namespace gets it as `kube-root-ca.crt`. */
  readonly ca?: string;
  readonly controllers?: readonly Controller[];
  /** Called for each error of a controller; the controller retries in any case. */
  readonly onFailure?: ((failure: ControllerFailure) => void) | undefined;
};

/** An error thrown by a controller while it worked on one object. */
export type ControllerFailure = {readonly controller: string; readonly key: ObjectKey; readonly error: unknown};

/** Running controllers; they work until `close`. */
export type RunningControllers = {
  /** Resolves when no key is left to look at now. Keys that wait for a time do not count. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
};

/** One controller with its queue of keys. */
type ControllerQueue = {
  readonly controller: Controller;
  readonly due: Map<string, ObjectKey>;
  /** Consecutive failures per key: each one makes the next retry wait longer. */
  readonly failures: Map<string, number>;
  /** The number of looks at a key in the current second. */
  readonly looks: Map<string, {readonly since: number; readonly count: number}>;
  /** A timer per key. Only the earliest one counts. */
  readonly alarms: Map<string, {readonly at: number; readonly cancel: AbortController}>;
};

/** The time for which the controllers may delay requests, in milliseconds. */
const SLICE_MS = 4;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** More looks at one key in a second mean that two writers overwrite each other. They have to pause for a second. */
const MOST_LOOKS = 1000;

/** Runs all controllers: each looks at every object once, then at the objects that a change concerns. */
export function startControllers(options: ControllersOptions): RunningControllers {
  const {store, writer, clock, ca} = options;
  const controllers = options.controllers ?? [...CONTROLLERS, ...(ca === undefined ? [] : [rootCertificate(ca)])];
  const view = controlView(store);
  const queues = controllers.map((controller): ControllerQueue => newQueue(controller));
  const state = {isPumping: false, isClosed: false};
  let waiting: (() => void)[] = [];

  const settle = (): void => {
    const resolvers = waiting;
    waiting = [];
    for (const resolve of resolvers) resolve();
  };
  const hasWork = (): boolean => !state.isClosed && queues.some(({due}) => due.size > 0);
  const enqueue = (queue: ControllerQueue, key: ObjectKey): void => {
    queue.due.set(`${key.namespace}/${key.name}`, key);
    if (state.isPumping || state.isClosed) return;
    state.isPumping = true;
    setImmediate(pump);
  };
  const dependencies: Dependencies = {
    view,
    writer,
    recorder: eventRecorder(view),
    clock,
    onFailure: options.onFailure,
    later: (queue, key, ms) => void wake({queue, key, ms, clock}, enqueue),
  };
  const pump = (): void => {
    const until = clock.monotonic() + SLICE_MS;
    while (hasWork() && clock.monotonic() <= until) for (const queue of queues) lookAtNext(queue, dependencies);
    state.isPumping = hasWork();
    if (state.isPumping) setImmediate(pump);
    else settle();
  };
  const concern = (seen: Seen): void => {
    for (const queue of queues) for (const key of concerned(queue.controller, seen, view)) enqueue(queue, key);
  };

  const subscription = store.subscribe(({resource, object, before, type}) => {
    view.follow(resource, object, type === 'DELETED' ? object : before);
    concern({resource, object, before});
  });
  for (const resource of store.resources()) for (const object of store.list(resource)) concern({resource, object});
  return {
    settled: () => (state.isPumping ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    close: () => {
      state.isClosed = true;
      subscription?.[Symbol.dispose]();
      for (const {alarms} of queues) for (const {cancel} of alarms.values()) cancel.abort();
      settle();
    },
  };
}

/** The dependencies of a look at a key. */
type Dependencies = Pick<ControllersOptions, 'writer' | 'clock'> & {
  readonly view: ControlView;
  readonly recorder: EventRecorder;
  readonly later: (queue: ControllerQueue, key: ObjectKey, ms: number) => void;
  readonly onFailure: ControllersOptions['onFailure'] | undefined;
};

function lookAtNext(queue: ControllerQueue, {view, writer, recorder, clock, later, onFailure}: Dependencies): void {
  const next = queue.due.entries().next().value;
  if (next === undefined) return;
  const [id, key] = next;
  queue.due.delete(id);
  if (isTooBusy(queue, id, clock.monotonic())) {
    later(queue, key, FIRST_RETRY_MS);
    return;
  }
  try {
    const again = takeSteps({controller: queue.controller, key, view, writer, recorder, now: clock.now().getTime()});
    queue.failures.delete(id);
    if (again !== undefined) later(queue, key, again);
  } catch (error) {
    const count = queue.failures.get(id) ?? 0;
    queue.failures.set(id, count + 1);
    later(queue, key, Math.min(FIRST_RETRY_MS * 2 ** count, LONGEST_RETRY_MS));
    onFailure?.({controller: queue.controller.name, key, error});
  }
}

const newQueue = (controller: Controller): ControllerQueue => ({
  controller,
  due: new Map(),
  failures: new Map(),
  looks: new Map(),
  alarms: new Map(),
});

type Seen = Pick<WatchEvent, 'resource' | 'object'> & {readonly before?: WatchEvent['before'] | undefined};

function isTooBusy({looks}: ControllerQueue, id: string, now: number): boolean {
  const before = looks.get(id);
  const isNew = before === undefined || now - before.since > 1000;
  const next = isNew ? {since: now, count: 1} : {since: before.since, count: before.count + 1};
  // Only keys that are looked at again and again are worth remembering.
  if (isNew && looks.size > MOST_LOOKS) looks.clear();
  looks.set(id, next);
  return next.count > MOST_LOOKS;
}

/** Returns the keys that a change concerns, before and after it: a pod that loses a label leaves a Service. */
function concerned({watches}: Controller, {resource, object, before}: Seen, view: ControlView): readonly ObjectKey[] {
  const keys = watches[resource] ?? watches['*'];
  if (keys === undefined) return [];
  return [...keys(object, view, resource), ...(before === undefined ? [] : keys(before, view, resource))];
}

type Wake = {
  readonly queue: ControllerQueue;
  readonly key: ObjectKey;
  readonly ms: number;
  readonly clock: SandboxClock;
};

async function wake(
  {queue, key, ms, clock}: Wake,
  enqueue: (queue: ControllerQueue, key: ObjectKey) => void,
): Promise<void> {
  const id = `${key.namespace}/${key.name}`;
  const at = clock.monotonic() + ms;
  const set = queue.alarms.get(id);
  if (set !== undefined && set.at <= at) return;
  set?.cancel.abort();
  const cancel = new AbortController();
  queue.alarms.set(id, {at, cancel});
  try {
    await clock.sleep(ms, cancel.signal);
  } catch {
    // The timer was cancelled: by an earlier one, or because the controllers were closed.
    return;
  }
  queue.alarms.delete(id);
  enqueue(queue, key);
}
