import {mkdir, writeFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {expect, it} from 'vitest';
import {chartInputs} from '../../../../../src/config/sources/helm/chart-inputs.ts';
import type {Json} from '../../../../../src/core/json.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

/** Returns the inputs of a source in the stack `shop`, relative to the project. */
async function inputsOf(written: Json, files: Readonly<Record<string, object>> = {}) {
  const projectDir = await scratchDirectory();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(projectDir, name, '..'), {recursive: true});
    await writeFile(join(projectDir, name), JSON.stringify(content));
  }
  const stackDir = join(projectDir, 'shop');
  const inputs = chartInputs({written, place: {projectDir, stackDir, workspacesDir: projectDir}});
  const shown = (paths: readonly string[]) => paths.map((path) => relative(projectDir, path));
  return {directories: shown(inputs.directories), files: shown(inputs.files)};
}

it('the inputs of a chart in a directory include the directories of its dependencies, and theirs', async () => {
  const chart = (...repositories: readonly string[]) => ({
    dependencies: repositories.map((repository, index) => ({name: `d${index}`, repository})),
  });
  const files = {
    'shop/chart/Chart.yaml': chart('file://../../common', 'https://charts.example.com', '', 'file:///elsewhere'),
    'common/requirements.yaml': chart('file://../base'),
    // Two that depend on each other are an error of the build, and end here as well.
    'base/Chart.yaml': chart('file://../common', 'file://../gone'),
  };
  expect(await inputsOf({path: 'chart'}, files)).toEqual({
    directories: ['shop/chart', 'common', 'base', 'gone'],
    files: ['shop/charts.lock.yaml'],
  });
});

it('the inputs of a fetched chart include the charts that are copied into the project, and keys', async () => {
  const oci = 'oci://charts.example.com/web';
  expect(await inputsOf({oci, verify: {keyring: '../keys/ring.gpg'}})).toEqual({
    directories: ['vendor/charts'],
    files: ['shop/charts.lock.yaml', 'keys/ring.gpg'],
  });
  const cosign = await inputsOf({oci, verify: {cosign: {key: 'cosign.pub'}}});
  expect(cosign.files).toContain('shop/cosign.pub');
});

it('the inputs of a chart include the directory of a values file whose name depends on the workspace', async () => {
  expect(await inputsOf({path: 'chart', valuesFiles: ['a.yaml?', '../values/${context:TIER}.yaml']})).toEqual({
    directories: ['shop/chart', 'values'],
    files: ['shop/charts.lock.yaml', 'shop/a.yaml'],
  });
});
