import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {type Namesakes, namesakesWith, recreatedPods} from '../../../../src/kubernetes/readiness/recreated-pods.ts';

const pod = (uid: string, phase = 'Pending'): JsonObject => ({
  metadata: {name: 'db-0', uid},
  status: {phase, ...(phase === 'Failed' ? {reason: 'Evicted', message: 'no memory'} : {})},
});

function looks(...pods: readonly JsonObject[]) {
  let namesakes: Namesakes = new Map();
  return pods.map((one) => {
    const current = {maker: {}, pods: [one]};
    namesakes = namesakesWith(namesakes, current);
    return recreatedPods(namesakes, current)[0]?.detail ?? 'waits';
  });
}

it('a pod that is made a fourth time under its name will not live either', () => {
  expect(looks(pod('a'), pod('b'), pod('b'), pod('c'), pod('d', 'Failed'))).toEqual([
    'waits',
    'waits',
    'waits',
    'waits',
    'pod db-0 ends right after it is created, and is created again: Evicted: no memory',
  ]);
});

it('a pod that stays is seen as often as one likes', () => {
  expect(looks(...Array.from({length: 9}, () => pod('a')))).toEqual(Array.from({length: 9}, () => 'waits'));
});
