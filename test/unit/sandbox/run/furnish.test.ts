import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {sandboxApi} from '../../../../src/sandbox/api/api.ts';
import {createInitialObjects} from '../../../../src/sandbox/api/create-initial-objects.ts';
import type {Store} from '../../../../src/sandbox/model/store.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

const pack = recordedPack();

/** Runs the first start of a cluster in a process that is killed after this number of writes. */
function firstStart(store: Store, writes: number): void {
  let left = writes;
  const mortal: Store = {
    ...store,
    put: (resource, object) => {
      if (left-- === 0) throw new Error('killed');
      return store.put(resource, object);
    },
  };
  createInitialObjects(sandboxApi({store: mortal, pack, now: () => 0}).context, 6443);
}

const held = (store: Store): readonly string[] =>
  store
    .resources()
    .flatMap((resource) =>
      store.list(resource).map(({metadata}) => {
        const {namespace = '', name} = metadata as JsonObject;
        return `${resource} ${namespace as string}/${name as string}`;
      }),
    )
    .toSorted();

describe('the first start of a sandbox', () => {
  it('an interrupted first start is completed by the next one, whichever write it was killed after', () => {
    const whole = memoryStore();
    firstStart(whole, Infinity);
    const all = held(whole);
    expect(all).toContain('namespaces /kube-system');
    for (let writes = 0; writes < all.length; writes++) {
      const store = memoryStore();
      expect(() => firstStart(store, writes)).toThrow('killed');
      firstStart(store, Infinity);
      expect(held(store)).toEqual(all);
    }
  });
});
