import {expect, it} from 'vitest';
import {tellDemo} from '../../scripts/tell-demo.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

it('the demo runs the main job to its end on a machine without a cluster', async () => {
  let told = '';
  await tellDemo({source: 'GANTRY_SOURCE' in TESTED_PROGRAM, write: (text) => (told += text)});
  expect(told).toContain('$ gantry destroy');
});
