import type {Assertion} from './go-syntax.ts';
import type {Program, Step} from './program.ts';

/** A part of a text, by its offsets. */
export type Found = {readonly start: number; readonly end: number};

/** Nobody waits for more steps than these: some seconds. */
const MOST_WORK = 100_000_000;

/** A text that takes longer to match than anybody waits for. */
export class MatchTooLong extends Error {}

/** Whether any part of the text matches. The time grows with the length of the text, whatever the expression. */
export const isMatch = (program: Program, text: string): boolean => search(program, text, 0, true) !== undefined;

/**
 * Returns the leftmost match at `from` or later, and of those that begin there the one that Go prefers.
 * @throws MatchTooLong
 */
export const find = (program: Program, text: string, from: number): Found | undefined =>
  search(program, text, from, false);

/** The ways that are open at a place of the text, the preferred one first: each step at most once. */
class Ways {
  readonly steps: number[] = [];
  readonly starts: number[] = [];
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(size: number) {
    this.#seen = new Uint32Array(size);
  }

  clear(): void {
    this.steps.length = 0;
    this.starts.length = 0;
    this.#round++;
  }

  /** Follows a step to those that take a character or end the match. */
  add(program: readonly Step[], from: number, start: number, place: Place): number {
    const open = [from];
    let work = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      work++;
      if (this.#seen[at] === this.#round) continue;
      this.#seen[at] = this.#round;
      const step = program[at];
      if (step === undefined) continue;
      if (step.is === 'or') open.push(step.second, step.first);
      else if (step.is === 'assertion') {
        if (HOLDS[step.what](place)) open.push(step.next);
      } else {
        this.steps.push(at);
        this.starts.push(start);
      }
    }
    return work;
  }
}

/** The characters around a place of a text, -1 where there is none. */
type Place = {readonly before: number; readonly after: number};

const placeAt = (text: string, at: number): Place => ({
  before: at === 0 ? NONE : (text.codePointAt(at - 1) ?? NONE),
  after: text.codePointAt(at) ?? NONE,
});

const NONE = -1;
const LINE = 10;
const LARGE = 0xff_ff;

function search({steps, start}: Program, text: string, from: number, any: boolean): Found | undefined {
  let now = new Ways(steps.length);
  let then = new Ways(steps.length);
  let best: Found | undefined;
  let work = 0;
  let place = placeAt(text, from);
  now.clear();
  for (let at = from; at <= text.length; ) {
    if (best === undefined) work += now.add(steps, start, at, place);
    const length = place.after > LARGE ? 2 : 1;
    const next = placeAt(text, at + length);
    then.clear();
    const taken = take(steps, now, then, {code: place.after, next});
    if (taken.begun !== undefined) best = {start: taken.begun, end: at};
    if (best !== undefined && (any || then.steps.length === 0)) return best;
    work += taken.work;
    if (work > MOST_WORK) throw new MatchTooLong();
    [now, then] = [then, now];
    place = next;
    at += length;
  }
  return best;
}

type Taken = {readonly work: number; readonly begun?: number};

/** Takes one character on every way, up to the first that has matched already: what comes after it is preferred less. */
function take(steps: readonly Step[], now: Ways, then: Ways, {code, next}: {code: number; next: Place}): Taken {
  let work = now.steps.length + 1;
  for (let i = 0; i < now.steps.length; i++) {
    const step = steps[now.steps[i] ?? 0];
    const begun = now.starts[i] ?? 0;
    if (step?.is === 'match') return {work, begun};
    if (step?.is === 'set' && code !== NONE && step.set.has(code)) work += then.add(steps, step.next, begun, next);
  }
  return {work};
}

const HOLDS: Readonly<Record<Assertion, (place: Place) => boolean>> = {
  'text-start': ({before}) => before === NONE,
  'text-end': ({after}) => after === NONE,
  'line-start': ({before}) => before === NONE || before === LINE,
  'line-end': ({after}) => after === NONE || after === LINE,
  'word-edge': ({before, after}) => isWord(before) !== isWord(after),
  'no-word-edge': ({before, after}) => isWord(before) === isWord(after),
};

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
