import {describe, expect, it} from 'vitest';
import {announcePort} from '../../../../src/sandbox/api/announce-port.ts';
import {sandboxApi} from '../../../../src/sandbox/api/api.ts';
import {createInitialObjects} from '../../../../src/sandbox/api/create-initial-objects.ts';
import {memoryStore} from '../../../../src/sandbox/store/memory-store.ts';
import {recordedPack} from '../../../rig/recorded-pack.ts';

const pack = recordedPack();

describe('the Service of the API server', () => {
  it('the Service of the API server has the port of this run, and is written only if it changes', () => {
    const store = memoryStore();
    const {context} = sandboxApi({store, pack, now: () => 0});
    createInitialObjects(context, 6443);
    const first = store.get('services', 'default', 'kubernetes');
    announcePort(context, 6443);
    expect(store.get('services', 'default', 'kubernetes')).toEqual(first);

    announcePort(context, 7443);
    const moved = store.get('services', 'default', 'kubernetes');
    expect(moved).toMatchObject({spec: {clusterIP: '10.96.0.1', ports: [{port: 443, targetPort: 7443}]}});
    expect(moved?.['metadata']).not.toEqual(first?.['metadata']);
  });
});
