import {inspect} from 'node:util';

/** What one client did to one key, and what it was told. Values are named; no two writes have the same name. */
export type Step = {
  /** When it began and ended; a step that had no answer may be done at any time after it began, or never. */
  readonly from: number;
  readonly to: number;
} & (
  | {readonly kind: 'read'; readonly saw: string | undefined}
  | {readonly kind: 'listed'; readonly there: boolean}
  /** Saw that the value was none of these. */
  | {readonly kind: 'other'; readonly than: readonly (string | undefined)[]}
  /** Compare and set: `undefined` is no value. */
  | {
      readonly kind: 'write';
      readonly expected: string | undefined;
      readonly value: string | undefined;
      readonly told: Told;
      /**
       * How often a write that was told nothing may be done; absent: once. The second time needs what it replaces to be there
       * again, so that this says nothing where each value is made once.
       */
      readonly times?: number;
    }
);

export type Told = 'done' | 'conflict' | 'nothing';

type Search = {readonly done: Uint8Array; readonly state: string | undefined; readonly writes: readonly number[]};

/**
 * Whether there is one order of the steps in which each was told the truth (Wing and Gong's search; linearizability): a step
 * takes effect at one moment between its begin and its end. Answers the values in that order; or, where there is none, which
 * steps cannot be explained after the longest order that was found.
 * Steps that change nothing and fit are taken at once: to take them later is never better, but for a write without an answer
 * that ended before they began. With them it is too late for it, so there both ways are tried.
 */
export function linearize(
  steps: readonly Step[],
): {readonly order: readonly (string | undefined)[]} | {readonly stuck: readonly string[]} {
  let furthest: Search = {done: new Uint8Array(steps.length), state: undefined, writes: []};
  const seen = new Set<string>();
  const open: Search[] = [{done: new Uint8Array(steps.length), state: undefined, writes: []}];
  for (let search = open.pop(); search !== undefined; search = open.pop()) {
    const {done, state, writes} = search;
    const ready = takeReads(steps, done, state);
    if (ready === 'all') return {order: writes.map((index) => valueOf(steps[index]))};
    if (explained(steps, search) >= explained(steps, furthest)) furthest = search;
    const memo = `${state}\n${Buffer.from(done).toString('base64')}`;
    if (seen.has(memo)) continue;
    seen.add(memo);
    // The last one is tried first: what changes nothing, then what was told `done`, then what was told nothing.
    for (const index of ready.toSorted((a, b) => certainty(steps[a]) - certainty(steps[b]))) {
      const next = Uint8Array.from(done);
      next[index] = (next[index] ?? 0) + 1;
      const step = steps[index];
      open.push(
        step !== undefined && isWriting(step)
          ? {done: next, state: step.value, writes: [...writes, index]}
          : {done: next, state, writes},
      );
    }
  }
  return {stuck: [`the value is ${furthest.state}`, ...nextSteps(steps, furthest)]};
}

const explained = (steps: readonly Step[], {done}: Search): number =>
  steps.reduce((sum, step, index) => sum + (isOptional(step) ? 0 : (done[index] ?? 0)), 0);

const nextSteps = (steps: readonly Step[], {done, state}: Search): readonly string[] =>
  steps
    .filter(
      (step, index) =>
        isLeft(step, done[index]) && (!isOptional(step) || (step.kind === 'write' && step.expected === state)),
    )
    .toSorted((a, b) => a.from - b.from)
    .slice(0, 12)
    .map((step) => inspect(step, {breakLength: Infinity}));

const certainty = (step: Step | undefined): number =>
  step === undefined || !isWriting(step) ? 2 : step.told === 'done' ? 1 : 0;
const valueOf = (step: Step | undefined): string | undefined => (step?.kind === 'write' ? step.value : undefined);

/**
 * Takes all steps that fit without changing anything, and for which no write comes too late; answers the steps that may come
 * next, or that nothing is left.
 */
function takeReads(steps: readonly Step[], done: Uint8Array, state: string | undefined): readonly number[] | 'all' {
  for (;;) {
    // Whoever has not ended before another began may come before it.
    const until = steps.reduce(
      (least, step, index) => (done[index] === 1 || isOptional(step) ? least : Math.min(least, step.to)),
      Infinity,
    );
    if (until === Infinity) return 'all';
    const latest = steps.reduce((most, step, index) => (done[index] === 0 ? most : Math.max(most, step.from)), 0);
    const tooLate = steps.reduce(
      (least, step, index) =>
        isOptional(step) && isLeft(step, done[index]) && step.to >= latest ? Math.min(least, step.to) : least,
      Infinity,
    );
    const next: number[] = [];
    const closing: number[] = [];
    let took = false;
    for (const [index, step] of steps.entries()) {
      if (!isLeft(step, done[index]) || step.from > until) continue;
      if (isWriting(step)) {
        if (step.expected === state && step.to >= latest) next.push(index);
      } else if (fits(step, state)) {
        if (step.from > tooLate) closing.push(index);
        else [done[index], took] = [1, true];
      }
    }
    // Of those for which a write is too late, the first closes no more than any other.
    const first = closing.toSorted((a, b) => (steps[a]?.from ?? 0) - (steps[b]?.from ?? 0)).slice(0, 1);
    if (!took) return [...next, ...first];
  }
}

const isWriting = (step: Step): step is Extract<Step, {kind: 'write'}> =>
  step.kind === 'write' && step.told !== 'conflict';

const isOptional = (step: Step): boolean => step.kind === 'write' && step.told === 'nothing';

const isLeft = (step: Step, done = 0): boolean =>
  done < (step.kind === 'write' && step.told === 'nothing' ? (step.times ?? 1) : 1);

function fits(step: Step, state: string | undefined): boolean {
  if (step.kind === 'read') return step.saw === state;
  if (step.kind === 'other') return !step.than.includes(state);
  if (step.kind === 'listed') return step.there === (state !== undefined);
  return step.expected !== state;
}
