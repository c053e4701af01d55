import type {Release} from '../../src/core/release/release.ts';
import {resource, stateOf} from './releases.ts';

/** Resources that do not compress to nothing: each has a uid, a digest and a value of its own. */
export function manyResources(count: number): Pick<Release, 'spec' | 'state'> {
  let seed = 7;
  const random = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  };
  const noise = (parts: number): string => Array.from({length: parts}, random).join('');
  const ids = Array.from({length: count}, (_, n) => `v1:ConfigMap:shop:c${n}`);
  return {
    spec: ids.map((id) => resource(id, {apiVersion: 'v1', kind: 'ConfigMap', data: {a: noise(14)}})),
    state: ids.map((id) => ({...stateOf(id, {data: {a: noise(14)}}), uid: noise(6), desiredDigest: noise(10)})),
  };
}
