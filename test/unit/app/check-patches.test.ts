import {expect, it} from 'vitest';
import {buildSpec} from '../../../src/app/plan/build-spec.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {rig} from './workspace/rig.ts';

const PATCH = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: "2"}\n';
const STACK = {
  'project/stack.yaml': 'name: shop\n',
  'project/manifests/a.yaml': PATCH,
  'project/workspaces/prod.yaml': 'name: prod\n',
};
const BY_WORKSPACE = 'name: shop\nnamespace: {"*": shop, prd: live}\nimages: {"*": {}, stagin: {web: web:2}}\n';
const BY_KEY =
  'name: shop\npatches:\n  "*": []\n  prd:\n    - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n';

it.each([
  {name: 'of the project', files: {'project/patches/prod.yaml': PATCH}, want: []},
  {name: 'of the backend', files: {'project/patches/dev.yml': PATCH}, want: []},
  {name: 'that comes with Gantry', files: {'project/patches/sandbox.yaml': PATCH}, want: []},
  {
    name: 'that stack.yaml names, wherever it is kept',
    files: {'project/stack.yaml': 'workspace: ./up/live.yaml\n', 'project/patches/live.yaml': PATCH},
    workspace: 'prod',
    want: [],
  },
  {
    name: 'beside the file of the chosen one',
    files: {'env/one.yaml': '{}', 'env/two.yaml': '{}', 'project/patches/two.yaml': PATCH},
    workspace: '../env/one.yaml',
    want: [],
  },
  {
    name: 'that was misspelt in the name of a file',
    files: {'project/patches/prd.yaml': PATCH},
    want: [{message: /patches\/prd\.yaml is for the workspace prd, which is not known/, hint: /Did you mean prod\?/}],
  },
  {
    name: 'that nobody knows',
    files: {'project/patches/tuesday.json': '{}'},
    workspace: 'dev',
    want: [{message: /tuesday/, hint: /^Use one of: dev, prod, sandbox\.$/}],
  },
  {
    name: 'that was misspelt in stack.yaml, at its place',
    files: {'project/stack.yaml': BY_KEY},
    workspace: 'prod',
    want: [{message: /these patches/, hint: /Did you mean prod\?/, at: {line: 4, column: 3}, path: 'patches.prd'}],
  },
  {
    name: 'that was misspelt in images and namespace',
    files: {'project/stack.yaml': BY_WORKSPACE},
    workspace: 'prod',
    want: [
      {message: /these images are for the workspace stagin/, hint: /Use one of/, at: {line: 3}, path: 'images.stagin'},
      {message: /this namespace is for the workspace prd/, hint: /Did you mean prod\?/, path: 'namespace.prd'},
    ],
  },
])('patches for a workspace $name cause $want.length warnings', async ({files, workspace, want}) => {
  const {deps, cwd} = await rig({files: {...STACK, ...files}, stored: {dev: 'name: dev\n'}});
  const {diagnostics} = await buildSpec({directory: cwd, ...(workspace === undefined ? {} : {workspace})}, deps);
  expect(diagnostics).toEqual(
    want.map(({message, hint, ...place}) =>
      expect.objectContaining({
        severity: 'warning',
        code: 'patch/unknown-workspace',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
        ...('path' in place ? {path: place.path} : {}),
        ...('at' in place ? {at: expect.objectContaining(place.at)} : {}),
      }),
    ),
  );
});

it('patches cause no warning when the backend cannot list its workspaces', async () => {
  const {deps, cwd} = await rig({files: {...STACK, 'project/patches/nobody.yaml': PATCH}});
  const silent = () => Promise.reject(new GantryError({code: 'backend/io', detail: 'no right to read'}));
  expect((await buildSpec({directory: cwd}, {...deps, backend: silent})).diagnostics).toEqual([]);
  expect((await buildSpec({directory: cwd}, deps)).diagnostics).toHaveLength(1);
});
