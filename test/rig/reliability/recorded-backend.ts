import {createHash} from 'node:crypto';
import type {Backend, Stored} from '../../../src/ports/backend.ts';
import type {Step, Told} from './linearizable.ts';

type Action = Step extends infer One ? (One extends Step ? Omit<One, 'from' | 'to'> : never) : never;

/** What all clients of a run did and were told, key by key. */
export type History = {
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** Writes of a value by its name: an attempt without an answer is one of them. */
  readonly writes: () => {readonly sent: number; readonly unanswered: number};
  readonly unanswered: ReadonlySet<string>;
  /** Values that were, or may have been, made, deleted by another, and made again, because the first answer was lost. */
  readonly remade: ReadonlySet<string>;
  readonly repeats: boolean;
  readonly record: (real: Backend) => Backend;
};

/** A value that says its name, and of which no part can be missing or another's unseen. */
export function namedValue(name: string, bytes = 64): Uint8Array {
  const filler = createHash('sha256').update(name).digest('hex');
  return new TextEncoder().encode(`${name}\n${filler.repeat(Math.ceil(bytes / 64))}`);
}

export function nameOf({value}: Stored): string {
  const text = new TextDecoder().decode(value);
  const name = text.slice(0, text.indexOf('\n'));
  const whole = namedValue(name, value.byteLength - name.length - 1);
  if (!Buffer.from(whole).equals(value)) throw new Error(`a value was read that nobody wrote: ${text.slice(0, 80)}…`);
  return name;
}

export type HistoryOptions = {
  /**
   * How often the backend sends one write, by itself. If more than once, `conflict` may mean that its own write was done and
   * replaced by another before it could look, and `deleted` that another's delete was first.
   * And then a write may be done more than once, though told once: a value that was made, deleted by another, and made again
   * is the same version again where a version is made of the bytes, as the ETag of S3 is. Whoever is just then repeating a
   * write or a delete of that version, because its first answer was lost, does it again. So each time needs the value that
   * it replaces to be there anew, while the call lasts, and a request: no more is allowed.
   */
  readonly attempts?: number | undefined;
};

export function openHistory(keys: readonly string[], {attempts = 1}: HistoryOptions = {}): History {
  const steps = new Map<string, Step[]>(keys.map((key) => [key, []]));
  const unanswered = new Set<string>();
  const versions = knownVersions();
  const repeats = attempts > 1;
  let moment = 0;
  let [sent, lost] = [0, 0];
  const add = (key: string, from: number, action: Action, to = ++moment): void =>
    void steps.get(key)?.push({from, to, ...action});

  const record = (real: Backend): Backend => {
    const write = async <T>(
      key: string,
      expected: string | undefined,
      value: string | undefined,
      send: () => Promise<T>,
    ) => {
      const from = ++moment;
      const step = (told: Told) => ({kind: 'write', expected: versions.nameOf(key, expected), value, told}) as const;
      const unknown = (times: number) => ({...step('nothing'), times});
      sent++;
      // A value is created, the answer is lost, another client deletes it: the next attempt creates it again.
      const isAgain = repeats || (value !== undefined && unanswered.has(value));
      if (isAgain && value !== undefined && expected === undefined) versions.mayRemake(value);
      try {
        const outcome = await send();
        const to = ++moment;
        const told = outcome === 'conflict' ? 'conflict' : 'done';
        if (!repeats) add(key, from, step(told), to);
        else if (told === 'done' && value !== undefined) {
          add(key, from, step(told), to);
          add(key, from, unknown(attempts - 1), to);
        } else {
          add(key, from, unknown(attempts), to);
          const {expected: was} = step(told);
          const than = value === undefined ? [was] : [was, value];
          add(key, from, told === 'done' ? {kind: 'read', saw: undefined} : {kind: 'other', than}, to);
        }
        return outcome;
      } catch (error) {
        lost++;
        if (value !== undefined) unanswered.add(value);
        add(key, from, unknown(attempts), Number.POSITIVE_INFINITY);
        throw error;
      }
    };
    return {
      name: real.name,
      get: async (key) => {
        const from = ++moment;
        const stored = await real.get(key);
        const saw = stored === undefined ? undefined : nameOf(stored);
        if (stored !== undefined && saw !== undefined) versions.learn(key, stored.version, saw);
        add(key, from, {kind: 'read', saw});
        return stored;
      },
      put: (key, value, expected) => {
        const name = nameOf({value, version: ''});
        return write(key, expected, name, async () => {
          const outcome = await real.put(key, value, expected);
          if (outcome !== 'conflict') versions.learn(key, outcome.version, name, expected === undefined);
          return outcome;
        });
      },
      delete: (key, expected) => write(key, expected, undefined, () => real.delete(key, expected)),
      list: async (prefix) => {
        const from = ++moment;
        const found = await real.list(prefix);
        for (const key of keys) add(key, from, {kind: 'listed', there: found.includes(key)});
        return found;
      },
    };
  };
  return {steps, writes: () => ({sent, unanswered: lost}), unanswered, remade: versions.remade, repeats, record};
}

/**
 * One version, one value; and one value is one version: whoever writes the same bytes twice makes another. But for what was
 * made, deleted by another, and made again by one whose first answer was lost: to him it was never there.
 */
function knownVersions() {
  const names = new Map<string, string>();
  const versions = new Map<string, string>();
  const remade = new Set<string>();
  return {
    remade,
    mayRemake: (name: string): void => void remade.add(name),
    learn: (key: string, version: string, name: string, made = false): void => {
      const at = `${key} ${version}`;
      if ((names.get(at) ?? name) !== name) throw new Error(`${at} is ${names.get(at)} and ${name}`);
      if (!made && (versions.get(name) ?? at) !== at && !remade.has(name))
        throw new Error(`${name} was written twice: ${versions.get(name)}, ${at}`);
      if (made && versions.has(name)) remade.add(name);
      names.set(at, name);
      versions.set(name, at);
    },
    nameOf: (key: string, version: string | undefined): string | undefined => {
      if (version === undefined) return undefined;
      const name = names.get(`${key} ${version}`);
      if (name === undefined) throw new Error(`${key}: nobody was told of the version ${version}`);
      return name;
    },
  };
}
