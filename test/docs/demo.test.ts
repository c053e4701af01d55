import {expect, it} from 'vitest';
import {tellDemo} from '../../scripts/tell-demo.ts';

it('the demo tells the main job to its end, on a machine that has no cluster', async () => {
  let told = '';
  await tellDemo({source: true, write: (text) => (told += text)});
  expect(told).toContain('$ gantry destroy');
});
