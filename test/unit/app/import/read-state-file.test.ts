import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {readStateFile, refuseMoved} from '../../../../src/app/import/terraform/read-state-file.ts';

async function stateFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-state-'));
  onTestFinished(() => rm(directory, {recursive: true}));
  await writeFile(join(directory, 'terraform.tfstate'), '{"serial": 1}');
  return directory;
}

it('a state that is written during its import is refused', async () => {
  const directory = await stateFile();
  const found = await readStateFile('.', directory);
  await refuseMoved(found, '.', directory);
  await writeFile(join(directory, 'terraform.tfstate'), '{"serial": 2}');
  await expect(refuseMoved(found, '.', directory)).rejects.toMatchObject({
    failure: {diagnostics: [{message: 'the state has changed during the import'}]},
  });
});

it('a state on which Terraform is at work is refused', async () => {
  const directory = await stateFile();
  const found = await readStateFile('.', directory);
  await writeFile(join(directory, '.terraform.tfstate.lock.info'), '{}');
  await expect(refuseMoved(found, '.', directory)).rejects.toMatchObject({
    failure: {diagnostics: [{message: expect.stringContaining('is locked')}]},
  });
});
