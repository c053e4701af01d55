import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {readPlanFile, refuseOtherFile} from '../../../src/config/plan-file.ts';
import {readSpecFile} from '../../../src/config/sources/spec/read-spec-file.ts';

/** More than a source of a project may have. */
function large(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-large-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  const path = join(directory, 'large.json');
  writeFileSync(path, text + ' '.repeat(17 * 2 ** 20));
  return path;
}

it('a spec of 17 MiB is read', () => {
  expect(readSpecFile(large('{"resources": []}')).diagnostics).toEqual([]);
});

it('a saved plan of 17 MiB is judged by its content', () => {
  const path = large('{"formatVersion": 1, "bases": []}');
  expect(() => readPlanFile(path)).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({problem: expect.stringContaining('edited or truncated')}),
    }),
  );
  expect(() => refuseOtherFile(path)).not.toThrow();
});
