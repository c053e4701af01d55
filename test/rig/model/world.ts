import {GantryError} from '../../../src/core/failure/failure.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import type {Clock} from '../../../src/ports/clock.ts';
import {digest} from './digest.ts';
import type {Budget, Scenario} from './scenario.ts';
import {nameOf, openStore, type Store} from './store.ts';

/** One thing that can happen next. */
export type Choice = {readonly label: string; readonly make: () => void};

type Request = {
  readonly actor: string;
  readonly label: string;
  readonly writes: boolean;
  /** Does it; answers what to say to whom is told, and a name for that. */
  readonly land: () => {readonly name: string; readonly tell: () => void};
  readonly fail: () => void;
  /** It was done while its sender stood still. */
  landed?: {readonly name: string; readonly tell: () => void};
};

type Sleeper = {readonly actor: string; readonly due: number; readonly wake: () => void};

export type Landing = {
  readonly actor: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly done: boolean;
};

/** Actors on one backend and one clock, who all stand still until a choice is made for one of them. */
export class World {
  readonly store: Store;
  /** Every write, in order, whether or not it fitted. */
  readonly landings: Landing[] = [];
  readonly killed = new Set<string>();
  readonly stopped = new Set<string>();
  time = 0;
  /** Who acts now: everything that follows from one choice is one actor's. */
  current = '';
  #requests: Request[] = [];
  /** Given up by their senders, and still under way. */
  #strays: Request[] = [];
  #sleepers: Sleeper[] = [];
  readonly #histories = new Map<string, string>();
  readonly #left: {-readonly [Name in keyof Budget]: number};
  readonly #unlucky: string;
  readonly #stopsWhile: string;
  readonly #first: string;
  /** Who may come first only when the one before has: where nothing goes wrong, one order of equals stands for all. */
  readonly #after: ReadonlyMap<string, string>;

  readonly #others: Scenario['others'];
  readonly #hasCome = {held: false, stopped: false};

  constructor({versions, budget, others, unlucky, stopsWhile = ''}: Scenario, runs: readonly string[]) {
    this.store = openStore(versions);
    this.#left = {...budget};
    this.#unlucky = unlucky;
    this.#stopsWhile = stopsWhile;
    this.#first = runs[0] ?? '';
    this.#others = others;
    const equal = Object.values(budget).every((many) => many === 0);
    this.#after = new Map(equal ? runs.slice(1).map((run, at) => [run, runs[at] ?? '']) : []);
  }

  /** All that decides what can happen from here, as one text. Whoever has heard the same at the same times is in the same state. */
  print(): string {
    const {faults, delays, stops, kills} = this.#left;
    return [
      this.time,
      `${faults}${delays}${stops}${kills}`,
      [...this.stopped, '|', ...this.killed].join(','),
      [...this.#histories].map(([actor, heard]) => `${actor}${heard}`).toSorted(),
      this.#requests.map(({actor, label, landed}) => (landed === undefined ? '' : `${actor}${label}${landed.name}`)),
      this.#strays.map(({label}) => label).toSorted(),
      this.store.print(),
    ].join(';');
  }

  choices(): readonly Choice[] {
    const ready = this.#requests.filter(({actor}) => this.#acts(actor) && this.#mayCome(actor));
    const due = this.#sleepers.filter(({actor, due}) => due <= this.time && this.#acts(actor));
    const able = ready.length + due.length > 0;
    return [
      ...ready.flatMap((request) => this.#answers(request)),
      ...due.map((sleeper) => ({label: `${sleeper.actor} wakes`, make: () => this.#wake(sleeper)})),
      ...this.#arrivals(),
      ...this.#passing(able),
      ...this.#signals(),
    ];
  }

  #acts = (actor: string): boolean => !this.killed.has(actor) && !this.stopped.has(actor);

  #mayCome(actor: string): boolean {
    if (this.#others !== 'any' && actor !== this.#first && !this.#histories.has(actor))
      return this.#hasCome[this.#others] || this.killed.has(this.#first) || !this.isBusy(this.#first);
    const before = this.#after.get(actor);
    return before === undefined || this.#histories.has(before);
  }

  #answers(request: Request): readonly Choice[] {
    const {actor, label, writes} = request;
    const drop = (): void => void (this.#requests = this.#requests.filter((other) => other !== request));
    const hear = (name: string, tell: () => void): void => {
      this.#hear(actor, `${label}:${name}`);
      tell();
    };
    const answered: Choice = {
      label: `${actor} ${label}`,
      make: () => {
        drop();
        const {name, tell} = request.landed ?? request.land();
        hear(name, tell);
      },
    };
    if (this.#left.faults === 0 || actor !== this.#unlucky) return [answered];
    const failing = (how: string, before: () => void): Choice => ({
      label: `${actor} ${label}, ${how}`,
      make: () => {
        this.#left.faults -= 1;
        drop();
        before();
        hear('io', request.fail);
      },
    });
    const lost = request.landed === undefined ? [failing('lost', () => undefined)] : [];
    if (!writes) return [answered, ...lost];
    const unanswered = failing('answer lost', () => void (request.landed ?? request.land()));
    const late = request.landed === undefined ? [failing('late', () => void this.#strays.push(request))] : [];
    return [answered, ...lost, unanswered, ...late];
  }

  /** What is under way arrives though nobody waits for it. */
  #arrivals(): readonly Choice[] {
    const strays = this.#strays.map((request) => ({
      label: `${request.label} of ${request.actor} arrives after all`,
      make: () => {
        this.#strays = this.#strays.filter((other) => other !== request);
        request.land();
      },
    }));
    const still = this.#requests.filter(
      ({actor, writes, landed}) =>
        writes && landed === undefined && (this.stopped.has(actor) || this.killed.has(actor)),
    );
    const sent = still.map((request) => ({
      label: `${request.label} of ${request.actor} arrives`,
      make: () => void (request.landed = request.land()),
    }));
    return [...strays, ...sent];
  }

  #passing(able: boolean): readonly Choice[] {
    const next = Math.min(
      ...this.#sleepers.filter(({actor, due}) => !this.killed.has(actor) && due > this.time).map(({due}) => due),
    );
    if (next === Number.POSITIVE_INFINITY || (able && this.#left.delays === 0)) return [];
    const make = (): void => {
      if (able) this.#left.delays -= 1;
      this.time = next;
    };
    return [{label: `it is ${next / 1000} s`, make}];
  }

  #signals(): readonly Choice[] {
    const alive = [this.#unlucky].filter((run) => this.#acts(run) && this.isBusy(run));
    const waits = this.#requests.some(({actor, label}) => actor === alive[0] && label.startsWith(this.#stopsWhile));
    const stops = this.#left.stops === 0 || !(waits || this.#stopsWhile === '') ? [] : alive;
    const kills = this.#left.kills === 0 ? [] : alive;
    return [
      ...[...this.stopped].map((actor) => ({label: `${actor} goes on`, make: () => void this.stopped.delete(actor)})),
      ...stops.map((actor) => ({
        label: `${actor} is stopped`,
        make: () => {
          this.#left.stops -= 1;
          this.stopped.add(actor);
          this.#hasCome.stopped = true;
        },
      })),
      ...kills.map((actor) => ({
        label: `${actor} is killed`,
        make: () => void ((this.#left.kills -= 1), this.killed.add(actor)),
      })),
    ];
  }

  /** It has something to wait for: it has not ended. */
  isBusy = (actor: string): boolean => [...this.#requests, ...this.#sleepers].some((one) => one.actor === actor);

  #hear(actor: string, what: string): void {
    this.current = actor;
    this.#histories.set(actor, digest(`${this.#histories.get(actor) ?? ''}${what}@${this.time}`));
  }

  #wake(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    this.#hear(sleeper.actor, `woke ${sleeper.due}`);
    sleeper.wake();
  }

  backend(actor: string): Backend {
    const later = <T>(label: string, writes: boolean, work: () => T, name: (outcome: T) => string): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const land: Request['land'] = () => {
          const outcome = work();
          return {name: name(outcome), tell: () => resolve(outcome)};
        };
        this.#requests.push({actor, label, writes, land, fail: () => reject(failed())});
      });
    const {store} = this;
    return {
      name: 'model',
      // What never changes once it is there is read without a pause: nothing could come in between that matters.
      get: async (key) =>
        isFixed(key) && store.get(key) !== undefined
          ? store.get(key)
          : later(
              `reads ${key}`,
              false,
              () => store.get(key),
              (found) => found?.version + nameOfStored(found),
            ),
      list: (prefix) =>
        later(
          `lists ${prefix}`,
          false,
          () => store.list(prefix),
          (keys) => keys.join(),
        ),
      delete: (key) => Promise.reject(new Error(`nothing deletes ${key}`)),
      put: (key, value, expected) => {
        const write = () => {
          const outcome = store.put(key, value, expected);
          this.#hasCome.held ||= key.startsWith('locks/');
          this.landings.push({actor, key, value, done: outcome !== 'conflict'});
          return outcome;
        };
        return later(`writes ${key}`, true, write, (outcome) => (outcome === 'conflict' ? outcome : outcome.version));
      },
    };
  }

  clock(actor: string): Clock {
    return {
      now: () => new Date(Date.UTC(2026, 0, 1) + this.time),
      monotonic: () => this.time,
      sleep: (ms, signal) =>
        new Promise<void>((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason as Error);
          const sleeper = {actor, due: this.time + ms, wake: resolve};
          this.#sleepers.push(sleeper);
          signal?.addEventListener('abort', () => {
            this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
            reject(signal.reason as Error);
          });
        }),
    };
  }
}

const isFixed = (key: string): boolean =>
  key.startsWith('index/') || key.startsWith('keys/') || /^releases\/.*\d\.json$/.test(key);

const failed = (): GantryError => new GantryError({code: 'backend/io', detail: 'the network is down'});
const nameOfStored = (found: {readonly value: Uint8Array} | undefined): string =>
  found === undefined ? '' : nameOf(found.value);
