import {describe, expect, it} from 'vitest';
import {announcePort} from '../../../../src/sandbox/api/announce-port.ts';
import {sandboxApi} from '../../../../src/sandbox/api/api.ts';
import {furnish} from '../../../../src/sandbox/api/furnish.ts';
import {openPack} from '../../../../src/sandbox/discovery/pack.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';

const pack = openPack(new URL('../../../../src/sandbox/pack/', import.meta.url));

describe('the Service of the API server', () => {
  it('the Service of the API server has the port of this run, and is written only if it changes', () => {
    const store = memoryStore();
    const {world} = sandboxApi({store, pack, now: () => 0});
    furnish(world, 6443);
    const first = store.get('services', 'default', 'kubernetes');
    announcePort(world, 6443);
    expect(store.get('services', 'default', 'kubernetes')).toEqual(first);

    announcePort(world, 7443);
    const moved = store.get('services', 'default', 'kubernetes');
    expect(moved).toMatchObject({spec: {clusterIP: '10.96.0.1', ports: [{port: 443, targetPort: 7443}]}});
    expect(moved?.['metadata']).not.toEqual(first?.['metadata']);
  });
});
