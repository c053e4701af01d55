import {unreachable} from '../../../lib/unreachable.ts';
import type {CharSet} from './char-set.ts';
import {type Assertion, GoSyntaxError, type Repeat, type Syntax} from './go-syntax.ts';

/** One step of a match; its place in the program is its number. Of `or`, the first way is preferred. */
export type Step =
  | {readonly is: 'set'; readonly set: CharSet; readonly next: number}
  | {readonly is: 'assertion'; readonly what: Assertion; readonly next: number}
  | {readonly is: 'or'; first: number; second: number}
  | {readonly is: 'match'};

/** An expression as steps, without the syntax that repeated them. */
export type Program = {readonly steps: readonly Step[]; readonly start: number};

/** As Go: 128 MiB of instructions. */
const MOST_STEPS = 3_355_443;

/** @throws GoSyntaxError where repetitions make the program larger than Go permits */
export function programOf(syntax: Syntax, pattern: string): Program {
  if (sizeOf(syntax) > MOST_STEPS) throw new GoSyntaxError('expression too large', pattern);
  const steps: Step[] = [{is: 'match'}];
  return {start: add(steps, syntax, 0), steps};
}

function sizeOf(syntax: Syntax): number {
  switch (syntax.is) {
    case 'set':
    case 'assertion':
      return 1;
    case 'sequence':
    case 'choice':
      return syntax.parts.reduce((sum, one) => sum + 1 + sizeOf(one), 0);
    case 'repeat':
      return Math.max(1, syntax.least, syntax.most) * (1 + sizeOf(syntax.part));
    default:
      return unreachable(syntax);
  }
}

/** Adds the steps of a part, which go on at `next`; returns the first of them. */
function add(steps: Step[], syntax: Syntax, next: number): number {
  switch (syntax.is) {
    case 'set':
      return push(steps, {is: 'set', set: syntax.set, next});
    case 'assertion':
      return push(steps, {is: 'assertion', what: syntax.what, next});
    case 'sequence':
      return syntax.parts.reduceRight((then, one) => add(steps, one, then), next);
    case 'choice':
      return syntax.parts
        .map((one) => add(steps, one, next))
        .reduceRight((second, first) => push(steps, {is: 'or', first, second}));
    case 'repeat':
      return addRepeat(steps, syntax, next);
    default:
      return unreachable(syntax);
  }
}

const push = (steps: Step[], step: Step): number => steps.push(step) - 1;

function addRepeat(steps: Step[], {part, least, most, greedy}: Repeat, next: number): number {
  if (most === -1) {
    const looped = least === 0 ? addStar(steps, part, greedy, next) : addPlus(steps, part, greedy, next);
    return copies(steps, part, Math.max(0, least - 1), looped);
  }
  let at = next;
  for (let i = least; i < most; i++) at = addChoice(steps, add(steps, part, at), next, greedy);
  return copies(steps, part, least, at);
}

function copies(steps: Step[], part: Syntax, times: number, next: number): number {
  let at = next;
  for (let i = 0; i < times; i++) at = add(steps, part, at);
  return at;
}

function addChoice(steps: Step[], into: number, past: number, greedy: boolean): number {
  return push(steps, greedy ? {is: 'or', first: into, second: past} : {is: 'or', first: past, second: into});
}

/** `x+`: once, and then the choice to do it again. */
function addPlus(steps: Step[], part: Syntax, greedy: boolean, next: number): number {
  const choice: Extract<Step, {is: 'or'}> = {is: 'or', first: next, second: next};
  const at = push(steps, choice);
  const start = add(steps, part, at);
  if (greedy) choice.first = start;
  else choice.second = start;
  return start;
}

/** `x*`. What may be empty is read as `(x+)?`, as in Go: the order of preference comes out right. */
function addStar(steps: Step[], part: Syntax, greedy: boolean, next: number): number {
  if (mayBeEmpty(part)) return addChoice(steps, addPlus(steps, part, greedy, next), next, greedy);
  const choice: Extract<Step, {is: 'or'}> = {is: 'or', first: next, second: next};
  const at = push(steps, choice);
  const start = add(steps, part, at);
  if (greedy) choice.first = start;
  else choice.second = start;
  return at;
}

function mayBeEmpty(syntax: Syntax): boolean {
  switch (syntax.is) {
    case 'set':
      return false;
    case 'assertion':
      return true;
    case 'sequence':
      return syntax.parts.every(mayBeEmpty);
    case 'choice':
      return syntax.parts.some(mayBeEmpty);
    case 'repeat':
      return syntax.least === 0 || mayBeEmpty(syntax.part);
    default:
      return unreachable(syntax);
  }
}
