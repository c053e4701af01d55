import type {SandboxClock} from '../../model/clock.ts';
import type {Controller, ControlView, ObjectKey} from '../../model/controller.ts';
import type {Store, WatchEvent} from '../../model/store.ts';
import type {Writer} from '../../verbs/writer.ts';
import {CONTROLLERS} from '../controllers.ts';
import {rootCertificate} from '../namespace/root-certificate.ts';
import {controlView} from './control-view.ts';
import {type EventRecorder, eventRecorder} from './event-recorder.ts';
import {takeSteps} from './take-steps.ts';

/** What the controllers run over. `controllers` replaces the built-in ones, in tests. */
export type ControllersOptions = {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: SandboxClock;
  /** PEM of the authority of the server's certificate: every namespace gets it as `kube-root-ca.crt`. */
  readonly ca?: string;
  readonly controllers?: readonly Controller[];
  /** Hears what a controller could not do; it is tried again in any case. */
  readonly onFailure?: ((failure: ControllerFailure) => void) | undefined;
};

/** An error thrown by a controller while it worked on one object. */
export type ControllerFailure = {readonly controller: string; readonly key: ObjectKey; readonly error: unknown};

/** Controllers that work until `close`. */
export type RunningControllers = {
  /** When nothing is left to do now; what waits for a time does not count. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
};

/** One controller with the keys that it has yet to look at. */
type Lane = {
  readonly controller: Controller;
  readonly due: Map<string, ObjectKey>;
  /** How often in a row it failed for a key: the next try waits longer. */
  readonly failures: Map<string, number>;
  /** How often it looked at a key in this second. */
  readonly looks: Map<string, {readonly since: number; readonly count: number}>;
  /** Wakes for a key; only the earliest counts. */
  readonly alarms: Map<string, {readonly at: number; readonly cancel: AbortController}>;
};

/** How long the controllers may keep requests waiting. */
const SLICE_MS = 4;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** More looks at one key in a second are two writers who never agree: they get a second to think. */
const MOST_LOOKS = 1000;

/** Runs all controllers: looks at everything once, then at whatever concerns a change. */
export function startControllers(options: ControllersOptions): RunningControllers {
  const {store, writer, clock, ca} = options;
  const controllers = options.controllers ?? [...CONTROLLERS, ...(ca === undefined ? [] : [rootCertificate(ca)])];
  const view = controlView(store);
  const lanes = controllers.map((controller): Lane => newLane(controller));
  const state = {isPumping: false, isClosed: false};
  let waiting: (() => void)[] = [];

  const settle = (): void => {
    const told = waiting;
    waiting = [];
    for (const tell of told) tell();
  };
  const hasWork = (): boolean => !state.isClosed && lanes.some(({due}) => due.size > 0);
  const enqueue = (lane: Lane, key: ObjectKey): void => {
    lane.due.set(`${key.namespace}/${key.name}`, key);
    if (state.isPumping || state.isClosed) return;
    state.isPumping = true;
    setImmediate(pump);
  };
  const desk: Desk = {
    view,
    writer,
    recorder: eventRecorder(view),
    clock,
    onFailure: options.onFailure,
    later: (lane, key, ms) => void wake({lane, key, ms, clock}, enqueue),
  };
  const pump = (): void => {
    const until = clock.monotonic() + SLICE_MS;
    while (hasWork() && clock.monotonic() <= until) for (const lane of lanes) lookAtNext(lane, desk);
    state.isPumping = hasWork();
    if (state.isPumping) setImmediate(pump);
    else settle();
  };
  const concern = (seen: Seen): void => {
    for (const lane of lanes) for (const key of concerned(lane.controller, seen, view)) enqueue(lane, key);
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
      for (const {alarms} of lanes) for (const {cancel} of alarms.values()) cancel.abort();
      settle();
    },
  };
}

/** What a look at a key needs. */
type Desk = Pick<ControllersOptions, 'writer' | 'clock'> & {
  readonly view: ControlView;
  readonly recorder: EventRecorder;
  readonly later: (lane: Lane, key: ObjectKey, ms: number) => void;
  readonly onFailure: ControllersOptions['onFailure'] | undefined;
};

function lookAtNext(lane: Lane, {view, writer, recorder, clock, later, onFailure}: Desk): void {
  const next = lane.due.entries().next().value;
  if (next === undefined) return;
  const [id, key] = next;
  lane.due.delete(id);
  if (isRestless(lane, id, clock.monotonic())) {
    later(lane, key, FIRST_RETRY_MS);
    return;
  }
  try {
    const again = takeSteps({controller: lane.controller, key, view, writer, recorder, now: clock.now().getTime()});
    lane.failures.delete(id);
    if (again !== undefined) later(lane, key, again);
  } catch (error) {
    const count = lane.failures.get(id) ?? 0;
    lane.failures.set(id, count + 1);
    later(lane, key, Math.min(FIRST_RETRY_MS * 2 ** count, LONGEST_RETRY_MS));
    onFailure?.({controller: lane.controller.name, key, error});
  }
}

const newLane = (controller: Controller): Lane => ({
  controller,
  due: new Map(),
  failures: new Map(),
  looks: new Map(),
  alarms: new Map(),
});

type Seen = Pick<WatchEvent, 'resource' | 'object'> & {readonly before?: WatchEvent['before'] | undefined};

function isRestless({looks}: Lane, id: string, now: number): boolean {
  const before = looks.get(id);
  const isNew = before === undefined || now - before.since > 1000;
  const next = isNew ? {since: now, count: 1} : {since: before.since, count: before.count + 1};
  // Only keys that are looked at again and again are worth remembering.
  if (isNew && looks.size > MOST_LOOKS) looks.clear();
  looks.set(id, next);
  return next.count > MOST_LOOKS;
}

/** Also whom the object concerned before: a pod that lost a label leaves a Service. */
function concerned({watches}: Controller, {resource, object, before}: Seen, view: ControlView): readonly ObjectKey[] {
  const keys = watches[resource] ?? watches['*'];
  if (keys === undefined) return [];
  return [...keys(object, view, resource), ...(before === undefined ? [] : keys(before, view, resource))];
}

type Wake = {readonly lane: Lane; readonly key: ObjectKey; readonly ms: number; readonly clock: SandboxClock};

async function wake({lane, key, ms, clock}: Wake, enqueue: (lane: Lane, key: ObjectKey) => void): Promise<void> {
  const id = `${key.namespace}/${key.name}`;
  const at = clock.monotonic() + ms;
  const set = lane.alarms.get(id);
  if (set !== undefined && set.at <= at) return;
  set?.cancel.abort();
  const cancel = new AbortController();
  lane.alarms.set(id, {at, cancel});
  try {
    await clock.sleep(ms, cancel.signal);
  } catch {
    // Cancelled: an earlier alarm was set, or all is over.
    return;
  }
  lane.alarms.delete(id);
  enqueue(lane, key);
}
