import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {readKustomization} from '../../../../../src/config/sources/kustomize/read-kustomization.ts';
import type {KustomizeBuild} from '../../../../../src/ports/kustomize.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n';
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n';

/** Whether an output of kustomize is kept, and whether an earlier one may stand in. */
async function read(files: Readonly<Record<string, string>>, {output = MAP, remote = false, edit = ''} = {}) {
  const directory = await scratchDirectory();
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(directory, name)), {recursive: true});
    await writeFile(join(directory, name), text);
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const asked: KustomizeBuild[] = [];
  let kept = 0;
  const found = await readKustomization({
    directory,
    projectDir: directory,
    remote,
    isExpandable: false,
    at: () => ({}),
    kustomize: async () => async (build) => {
      asked.push(build);
      if (edit !== '') await write(edit, 'edited while kustomize ran\n');
      return {text: output, keep: async () => void kept++};
    },
  });
  return {found, kept, mayReuse: asked[0]?.digest !== undefined, withHelm: asked[0]?.withHelm};
}

const FILES = {'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': MAP};

it.each([
  {name: 'complete files', files: FILES, want: {kept: 1, mayReuse: true}},
  {name: 'an output with a Secret', files: FILES, output: SECRET, want: {kept: 0, mayReuse: true}},
  {
    name: 'a generator of Secrets, whatever its output is',
    files: {'kustomization.yaml': 'secretGenerator: [{name: a, literals: [a=b]}]\n'},
    want: {kept: 0, mayReuse: true},
  },
  {name: 'a source that may fetch', files: FILES, remote: true, want: {kept: 0, mayReuse: false}},
  {
    name: 'a kustomization that kustomize may read differently',
    files: {...FILES, 'kustomization.yaml': 'resources: [a.yaml]\nresources: [../base]\n'},
    want: {kept: 0, mayReuse: false},
  },
  {
    name: 'a base that kustomize may read differently',
    files: {
      'kustomization.yaml': 'resources: [base]\n',
      'base/kustomization.yaml': 'resources: [a.yaml]\n---\nmore: 1\n',
    },
    want: {kept: 0, mayReuse: false},
  },
  {name: 'files that are edited while kustomize runs', files: FILES, edit: 'a.yaml', want: {kept: 0, mayReuse: true}},
])('the output of kustomize is kept and reusable only if that is safe: $name', async ({files, want, ...more}) => {
  const {kept, mayReuse} = await read(files, more);
  expect({kept, mayReuse}).toEqual(want);
});

it.each([
  {name: 'no kustomization', files: {'a.yaml': MAP}, says: /no kustomization found/},
  {
    name: 'two kustomizations',
    files: {...FILES, 'kustomization.yml': ''},
    says: /several kustomizations: .*kustomization\.yaml and .*\.yml/,
  },
])('a directory with $name is refused with a message of Gantry', async ({files, says}) => {
  const {found, mayReuse} = await read(files);
  expect(found.diagnostics).toMatchObject([
    {severity: 'error', code: 'source/kustomize', message: expect.stringMatching(says)},
  ]);
  expect(mayReuse).toBe(false);
});

const CHART = {'charts/web/Chart.yaml': 'name: web\nversion: 1.0.0\n'};

it.each([
  {name: 'a kustomization without charts', files: FILES, want: {withHelm: false, mayReuse: true}},
  {
    name: 'a local chart',
    files: {...CHART, 'kustomization.yaml': 'helmCharts: [{name: web}]\n'},
    want: {withHelm: true, mayReuse: true},
  },
  {
    name: 'the older field',
    files: {...CHART, 'kustomization.yaml': 'helmChartInflationGenerator: [{chartName: web}]\n'},
    want: {withHelm: true, mayReuse: true},
  },
  {
    name: 'a chart of a base',
    files: {
      'kustomization.yaml': 'resources: [base]\n',
      'base/kustomization.yaml': 'helmCharts: [{name: web}]\n',
      'base/charts/web/Chart.yaml': 'name: web\n',
    },
    want: {withHelm: true, mayReuse: true},
  },
  {
    name: 'a chart of a generator, whose place is not known',
    files: {
      'kustomization.yaml': 'generators: [chart.yaml]\n',
      'chart.yaml': 'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: web}\nname: web\n',
    },
    want: {withHelm: true, mayReuse: false},
  },
  {
    name: 'a chart that may be fetched',
    files: {'kustomization.yaml': 'helmCharts: [{name: web, repo: "https://charts.example", version: 1.0.0}]\n'},
    remote: true,
    want: {withHelm: true, mayReuse: false},
  },
])('kustomize gets helm only for charts: $name', async ({files, want, ...more}) => {
  expect(await read(files, more)).toMatchObject(want);
});

it.each([
  {
    name: 'a chart that must be fetched',
    text: 'helmCharts: [{name: web, repo: "https://ann:canary-5e@charts.example", version: 9.0.0}]\n',
    why: 'the chart web of https://***@charts.example is a remote address, and this source must not fetch anything',
  },
  {
    name: 'a chart outside of the project',
    text: 'helmGlobals: {chartHome: ../elsewhere}\nhelmCharts: [{name: web}]\n',
    why: /^the chart web in .*\/elsewhere\/web is outside of the project directory /,
  },
  {
    name: 'a remote file of values',
    text: 'helmCharts: [{name: web, valuesFile: "https://values.example/v.yaml"}]\n',
    why: 'https://values.example/v.yaml is a remote address, and this source must not fetch anything',
  },
])('$name is refused before kustomize runs', async ({text, why}) => {
  const {found, withHelm} = await read({...CHART, 'kustomization.yaml': text});
  expect(withHelm).toBeUndefined();
  expect(found.diagnostics.map(({message}) => message)).toEqual([
    typeof why === 'string' ? why : expect.stringMatching(why),
  ]);
  expect(JSON.stringify(found.diagnostics)).not.toContain('canary-5e');
});
