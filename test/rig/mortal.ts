import type {Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import type {WireRequest} from '../../src/adapters/kubernetes/runtime/client/connection/wire.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Deps} from '../../src/app/deps.ts';
import {decodeLock, encodeLock} from '../../src/core/release/lock.ts';
import type {Backend} from '../../src/ports/backend.ts';
import type {Clock} from '../../src/ports/clock.ts';
import {depsOf} from './deps.ts';
import type {Stack} from './stack.ts';

/** Where a run stands: `before put lock`, `after PATCH`. Each time it comes by counts. */
export type Moment = `${'before' | 'after'} ${string}`;

export type Death = {readonly moment: Moment; readonly nth: number};

export type Mortal = {
  readonly deps: Deps;
  /** Resolves when the run is gone and nothing of what it had sent is under way any more. */
  readonly died: Promise<void>;
  /** How often each moment came by. */
  readonly counts: ReadonlyMap<Moment, number>;
  /** Requests that changed something, and that the server did: `PATCH configmaps/settings`. */
  readonly writes: readonly string[];
};

/**
 * The doors of a run that can die at an exact moment as by kill -9: from then on no request and no write to the backend gets
 * out, no answer comes in, no timer rings. What had been sent is done by the server, and its answer is lost. Whoever looks at
 * the lock then finds a holder that is provably dead.
 */
export function mortal(stack: Pick<Stack, 'dir' | 'home'>, death?: Death): Mortal {
  const grave = openGrave(death);
  const writes: string[] = [];
  return {
    died: grave.died,
    counts: grave.counts,
    writes,
    deps: depsOf(stack, {
      clock: mortalClock(grave),
      backend: (real) => mortalBackend(real, grave),
      transport: (real) => mortalTransport(real, grave, writes),
    }),
  };
}

type Grave = {
  /** Does it, if the run still lives before and after. */
  readonly pass: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  readonly ended: AbortSignal;
  readonly died: Promise<void>;
  readonly counts: ReadonlyMap<Moment, number>;
  readonly atEnd: (close: () => void) => void;
};

const never = <T>(): Promise<T> => new Promise(() => {});

function openGrave(death: Death | undefined): Grave {
  const counts = new Map<Moment, number>();
  const ended = new AbortController();
  const died = Promise.withResolvers<void>();
  const underWay = new Set<Promise<unknown>>();
  const closing: (() => void)[] = [];
  const die = async (): Promise<void> => {
    ended.abort();
    await Promise.allSettled(underWay);
    for (const close of closing) close();
    died.resolve();
  };
  const reach = (moment: Moment): void => {
    const count = (counts.get(moment) ?? 0) + 1;
    counts.set(moment, count);
    if (!ended.signal.aborted && death?.moment === moment && death.nth === count) void die();
  };
  return {
    counts,
    ended: ended.signal,
    died: died.promise,
    atEnd: (close) => closing.push(close),
    pass: async (what, work) => {
      if (ended.signal.aborted) return never();
      reach(`before ${what}`);
      if (ended.signal.aborted) return never();
      const done = work();
      underWay.add(done);
      const [outcome] = await Promise.allSettled([done]);
      underWay.delete(done);
      if (ended.signal.aborted) return never();
      reach(`after ${what}`);
      if (ended.signal.aborted) return never();
      return outcome.status === 'fulfilled' ? outcome.value : Promise.reject(outcome.reason as Error);
    },
  };
}

function mortalClock({ended}: Grave): Clock {
  return {
    ...systemClock,
    sleep: async (ms, signal) => {
      try {
        await systemClock.sleep(ms, signal === undefined ? ended : AbortSignal.any([signal, ended]));
      } catch (error) {
        if (!ended.aborted) throw error;
      }
      return ended.aborted ? never() : undefined;
    },
  };
}

function mortalBackend(backend: Backend, {pass}: Grave): Backend {
  return {
    name: backend.name,
    get: (key) => pass(`get ${kindOf(key)}`, () => backend.get(key)),
    put: (key, value, expected) => pass(`put ${kindOf(key)}`, () => backend.put(key, asDead(key, value), expected)),
    delete: (key, expected) => pass(`delete ${kindOf(key)}`, () => backend.delete(key, expected)),
    list: (prefix) => pass('list keys', () => backend.list(prefix)),
  };
}

/** What a key holds, for the name of a moment. */
function kindOf(key: string): string {
  if (key.endsWith('/head.json')) return 'head';
  if (key.endsWith('-pending.json')) return 'pending';
  return key.split('/')[0]?.replace(/s$/, '') ?? key;
}

/** The lock names a process that is no more: this one's pid, and a start that is not its own. */
function asDead(key: string, value: Uint8Array): Uint8Array {
  if (!key.startsWith('locks/')) return value;
  const lock = decodeLock(key, value);
  return lock.state === 'free' ? value : encodeLock({...lock, holder: {...lock.holder, processStart: '1'}});
}

function mortalTransport(transport: Transport, {pass, atEnd}: Grave, writes: string[]): Transport {
  atEnd(transport.close);
  return {
    ...transport,
    send: async (request, credential) => {
      const name = nameOf(request);
      const answer = await pass(name, () => transport.send(request, credential));
      if (WRITES.has(name) && answer.status < 300) writes.push(`${name} ${pathname(request)}`);
      return answer;
    },
  };
}

/** `configmaps/settings` */
const pathname = ({path}: WireRequest): string => path.replace(/\?.*/, '').split('/').slice(-2).join('/');

const WRITES: ReadonlySet<string> = new Set(['PATCH', 'POST', 'PUT', 'DELETE']);

/** `PATCH`, `dry PATCH`, `LIST`: what is asked of the server. */
function nameOf({method, path, body}: WireRequest): string {
  // A deletion says it in its body.
  if (path.includes('dryRun=All') || body?.includes('"dryRun":["All"]')) return `dry ${method}`;
  if (/\/auth(?:entic|oriz)ation\.k8s\.io\//.test(path)) return 'review';
  if (method !== 'GET') return method;
  if (path.includes('watch=true')) return 'WATCH';
  return path.includes('labelSelector=') ? 'LIST' : 'GET';
}
