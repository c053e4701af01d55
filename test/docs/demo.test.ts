import {expect, it} from 'vitest';
import {tellDemo} from '../../scripts/tell-demo.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

it('the demo tells the main job to its end, on a machine that has no cluster', async () => {
  let told = '';
  await tellDemo({source: 'GANTRY_SOURCE' in TESTED_PROGRAM, write: (text) => (told += text)});
  expect(told).toContain('$ gantry destroy');
});
