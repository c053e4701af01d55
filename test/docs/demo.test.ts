import {expect, it} from 'vitest';
import {tellDemo} from '../../scripts/tell-demo.ts';
import {onCluster} from '../rig/on-cluster.ts';

onCluster('the demo', ({kubeconfigPath}) => {
  it('tells the main job to its end', async () => {
    let told = '';
    await tellDemo({kubeconfigPath, source: true, write: (text) => (told += text)});
    expect(told).toContain('$ gantry destroy');
  });
});
