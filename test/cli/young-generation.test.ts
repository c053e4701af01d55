import {join} from 'node:path';
import {execa} from 'execa';
import {expect, it} from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Makes two million objects that live for a while, as answers of a server do, and prints the size of the young generation. */
const ALLOCATES = `
const {getHeapSpaceStatistics} = await import('node:v8');
for (let kept = [], i = 0; i < 2e6; i++) {
  kept.push({i, list: [i]});
  if (kept.length > 3e5) kept = [];
}
console.log(getHeapSpaceStatistics().find(({space_name}) => space_name === 'new_space').space_size);
`;
const SMALL = `(await import('./bin/young-generation.js')).keepYoungGenerationSmall();`;

it('the young generation of the program stays small, while that of Node grows', async () => {
  const [node, program] = [await bytesAfter(ALLOCATES), await bytesAfter(`${SMALL}${ALLOCATES}`)];
  expect(program).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(node).toBeGreaterThan(4 * program);
});

async function bytesAfter(script: string): Promise<number> {
  const {stdout} = await execa(process.execPath, ['--input-type=module', '--eval', script], {cwd: ROOT});
  return Number(stdout);
}
