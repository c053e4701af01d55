import {basename} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import type {Store} from '../model/store.ts';
import {inDirectory} from '../store/damaged-store.ts';
import {type Shared, takeShare} from '../store/locks.ts';
import {openStore, usersLock} from '../store/open-store.ts';
import {makePrivate} from '../store/private-file.ts';
import {type Link, reach} from './reach.ts';
import {newRun, type Run, readAddress, removeAddress, serverOf, writeAddress} from './run.ts';

/** A served sandbox; `close` stops the server. */
export type Served = {readonly port: number; readonly close: () => Promise<void>};

/** Serves the objects of a store at the run's port (0: one that the system chooses) for clients with the run's token. */
export type Serve = (store: Store, run: Run) => Promise<Served>;

/** An event of a held sandbox. */
export type SandboxEvent =
  /** The serving process ended, and this process serves the sandbox now. */
  | {readonly type: 'took-over'; readonly server: string}
  /** The serving process ended, and this process cannot take over or reach another one. */
  | {readonly type: 'lost'; readonly error: unknown};

/** Access to a sandbox that this process or another one serves. `ca` is PEM. */
export type HeldSandbox = {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
  /** True while this process serves the sandbox. It becomes true if the process takes over. */
  readonly owner: boolean;
  readonly close: () => Promise<void>;
};

/** Options of `holdSandbox`. */
export type HoldSandbox = {
  readonly directory: string;
  readonly serve: Serve;
  readonly onEvent?: (event: SandboxEvent) => void;
  /** The time to wait for an answer of another process that has the sandbox open, in milliseconds. Default: 15000. */
  readonly patienceMs?: number;
};

/** Either this process serves the sandbox, or it is connected to the process that does. */
type Place =
  | {readonly run: Run; readonly served: Served; readonly store: Store}
  | {readonly run: Run; readonly link: Link};

/** The time limit for an answer of a running process, which can be busy with one request. */
const ANSWER_MS = 5000;
/** The pause between two attempts. Another process needs at least this long to start or to stop. */
const PAUSE_MS = 15;

/**
 * Serves the sandbox of a directory, or connects to the process that does. If that process ends, whether or not it exits cleanly, one of
 * the connected processes takes over at the same address. Their pending requests only have to be repeated.
 */
export async function holdSandbox(options: HoldSandbox): Promise<HeldSandbox> {
  const {directory, onEvent = () => {}, patienceMs = 15_000} = options;
  const users = joinUsers(directory);
  const closing = new AbortController();
  const find = (patience: number, known?: Run): Promise<Place> =>
    findPlace({...options, users, patience, known, signal: closing.signal});
  let place = await find(patienceMs).catch((error: unknown) => {
    users[Symbol.dispose]();
    throw error;
  });

  const stay = async (): Promise<void> => {
    while ('link' in place) {
      await place.link.gone;
      if (closing.signal.aborted) return;
      place = await find(Infinity, place.run);
      if ('served' in place && !closing.signal.aborted) onEvent({type: 'took-over', server: serverOf(place.run)});
    }
  };
  const staying = stay().catch((error: unknown) => {
    if (!closing.signal.aborted) onEvent({type: 'lost', error});
  });
  return {
    get server() {
      return serverOf(place.run);
    },
    ca: place.run.ca,
    token: place.run.token,
    get owner() {
      return 'served' in place;
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      if ('link' in place) place.link.close();
      await staying;
      await leave(directory, place, users);
    },
  };
}

const joinUsers = (directory: string): Shared =>
  inDirectory(directory, () => {
    makePrivate(directory);
    return takeShare(usersLock(directory));
  });

type Find = HoldSandbox & {
  readonly users: Shared;
  readonly patience: number;
  readonly known: Run | undefined;
  readonly signal: AbortSignal;
};

async function findPlace(options: Find): Promise<Place> {
  const {directory, patience, signal} = options;
  const until = performance.now() + patience;
  for (;;) {
    signal.throwIfAborted();
    const store = openStore(directory);
    if (store !== undefined) return serveHere(options, store);
    const address = inDirectory(directory, () => readAddress(directory));
    const link = address === undefined ? undefined : await reach(address, Math.min(patience, ANSWER_MS));
    if (address !== undefined && link !== undefined) return {run: address, link};
    if (performance.now() >= until)
      throw new GantryError({
        code: 'sandbox/silent',
        name: basename(directory),
        ...defined({pid: address?.pid}),
      });
    await sleep(PAUSE_MS, undefined, {signal});
  }
}

async function serveHere({directory, serve, users, known}: Find, store: Store): Promise<Place> {
  let served: Served | undefined;
  try {
    // A token is valid for one run. If no process of the previous run is left, a new run starts.
    const goesOn = known === undefined && !users.alone();
    const run = known ?? (goesOn ? inDirectory(directory, () => readAddress(directory)) : undefined) ?? newRun();
    served = await serveAt(serve, store, run);
    const {port} = served;
    inDirectory(directory, () => writeAddress(directory, {...run, port, pid: process.pid}));
    return {run: {...run, port}, served, store};
  } catch (error) {
    await served?.close();
    store.close();
    throw error;
  }
}

async function serveAt(serve: Serve, store: Store, run: Run): Promise<Served> {
  try {
    return await serve(store, run);
  } catch (error) {
    // Another program has taken the port meanwhile. Another port is better than none.
    if (run.port === 0 || !isTaken(error)) throw error;
    return serve(store, {...run, port: 0});
  }
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

async function leave(directory: string, place: Place, users: Shared): Promise<void> {
  try {
    if ('link' in place) return place.link.close();
    try {
      await place.served.close();
      if (users.alone()) removeAddress(directory);
    } finally {
      place.store.close();
    }
  } finally {
    users[Symbol.dispose]();
  }
}
