import {expect, it} from 'vitest';
import {corpus} from '../bench/corpus.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack} from '../rig/stack.ts';

const COUNT = 1000;
/** 42 MB are enough. With all steps begun at once, and the positions of all documents in memory, 46 MB were not. */
const HEAP_MB = 46;

onCluster('memory', (cluster) => {
  it('a first apply of 1,000 objects succeeds with a heap of 46 MB', async () => {
    const prefix = cluster.freshNamespace('memory');
    const objects = corpus({count: COUNT, prefix}).map((object) => JSON.stringify(object));
    const files = {'manifests/all.yaml': objects.join('\n---\n')};
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, files});
    const limit = {NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`};
    const {code, stdout} = await startGantry(stack, ['apply', '--yes', '--no-wait'], limit).ended;
    expect(stdout).toContain(`${COUNT + COUNT / 100} created`);
    expect(code).toBe(0);
    expect(await stack.gantry(['destroy', '--yes', '--no-wait', '--allow-delete', 'all'])).toMatchObject({code: 0});
  }, 300_000);
});
