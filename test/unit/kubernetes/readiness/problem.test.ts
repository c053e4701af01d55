import {expect, it} from 'vitest';
import {judgeProblems, type Problem, type Sightings} from '../../../../src/kubernetes/readiness/problem.ts';

const image: Problem = {cause: 'image', detail: 'no image', graceMs: 10_000};
const mount: Problem = {cause: 'mount', detail: 'no volume', graceMs: 60_000};
const crash: Problem = {cause: 'crash', detail: 'it crashes'};

/** What is said of each look, at these seconds. */
function look(...looks: readonly (readonly [number, ...Problem[]])[]) {
  let sightings: Sightings = new Map();
  return looks.map(([second, ...problems]) => {
    const verdict = judgeProblems(problems, sightings, second * 1000);
    sightings = verdict.sightings;
    return (
      verdict.failed?.detail ?? (verdict.nextMs === undefined ? 'waits' : `looks again in ${verdict.nextMs / 1000} s`)
    );
  });
}

it('each problem gets its grace period, and the verdict says when to look again', () => {
  expect(look([5, image], [9, image], [15, image])).toEqual(['looks again in 10 s', 'looks again in 6 s', 'no image']);
});

it('a problem that cannot resolve itself fails at once', () => {
  expect(look([5, {...crash, graceMs: 0}])).toEqual(['it crashes']);
});

it('a problem without a grace period never fails, however long it lasts', () => {
  expect(look([0, crash], [5, crash], [600, crash])).toEqual(['waits', 'waits', 'waits']);
});

it('each grace period starts when its cause is first seen, and the verdict names the first that is over', () => {
  expect(look([0, mount], [55, mount, image], [60, mount, image])).toEqual([
    'looks again in 60 s',
    'looks again in 5 s',
    'no volume',
  ]);
});

it('the grace of a problem restarts after a long absence, but not after a short one', () => {
  expect(look([0, image], [4], [8, image])).toEqual(['looks again in 10 s', 'waits', 'looks again in 2 s']);
  expect(look([0, image], [4], [30, image])).toEqual(['looks again in 10 s', 'waits', 'looks again in 10 s']);
});

it('each pod has its own grace, because in a rollout one after the other may have the same problem', () => {
  const at = (pod: string) => ({...image, pod, detail: `no image for ${pod}`});
  expect(look([0, at('a')], [8, at('b')], [16, at('c')], [26, at('c')])).toEqual([
    'looks again in 10 s',
    'looks again in 10 s',
    'looks again in 10 s',
    'no image for c',
  ]);
});

it('failed pods and their failed replacements share one grace period', () => {
  const at = (pod: string): Problem => ({cause: 'failed-pods', detail: `${pod} failed`, pod, graceMs: 20_000});
  expect(look([0, at('a')], [8, at('b')], [20, at('c')])).toEqual([
    'looks again in 20 s',
    'looks again in 12 s',
    'c failed',
  ]);
});

it('a grace period does not include time in which its problem had none', () => {
  const {graceMs: _, ...excused} = image;
  expect(look([0, excused], [60, excused], [61, image], [70, image])).toEqual([
    'waits',
    'waits',
    'looks again in 9 s',
    'no image',
  ]);
});
