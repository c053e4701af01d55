import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {writeResource} from '../../../../src/app/shared/write-resource.ts';
import {findStack} from '../../../../src/config/find-project.ts';
import {loadResources} from '../../../../src/config/load-resources.ts';
import type {ExternalTerraform} from '../../../../src/core/shared/external-resource.ts';
import {withoutPrograms} from '../../../rig/source-tools.ts';

const EXTERNAL: ExternalTerraform = {
  workspace: 'dev',
  id: 'hashicorp:aws:aws_sqs_queue:main',
  type: 'Terraform',
  addedAt: '',
  addedBy: {user: 'u', host: 'h'},
  attributes: {name: 'main'},
  extensions: {'kusionstack.io/import-id': 'main'},
};
const CONFIG_MAP = `
  - id: v1:ConfigMap:data:a
    type: Kubernetes
    attributes: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: data}}
`;

const stackWith = (sources: string, spec?: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-adopt-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  writeFileSync(join(directory, 'stack.yaml'), `name: shared\nsources: [${sources}]\n`);
  if (spec !== undefined) writeFileSync(join(directory, 'spec.yaml'), spec);
  return directory;
};

it.each([
  {name: 'a file that does not exist', before: undefined, ids: [EXTERNAL.id]},
  {name: 'an empty list', before: 'resources: []\n', ids: [EXTERNAL.id]},
  {
    name: 'a file with other resources',
    before: `# Ours.\nresources:${CONFIG_MAP}`,
    ids: [EXTERNAL.id, 'v1:ConfigMap:data:a'],
  },
])('a registered resource is added to $name', async ({before, ids}) => {
  const directory = stackWith('{spec: spec.yaml}', before);
  const location = await findStack({directory});
  const written = await writeResource(EXTERNAL, location);
  expect(written).toEqual({file: join(directory, 'spec.yaml'), before});
  const none = async (): Promise<never> => Promise.reject(new Error('nothing is run'));
  const tools = {...withoutPrograms, runtimes: {Kubernetes: none, Terraform: none}};
  const {resources} = await loadResources(location, {tools});
  expect(resources.map(({id}) => id).toSorted()).toEqual(ids);
  const {id, type, attributes, extensions} = EXTERNAL;
  expect(resources.find((one) => one.id === id)).toMatchObject({type, attributes, extensions});
  if (before?.startsWith('#') === true) expect(readFileSync(written.file, 'utf8')).toContain('# Ours.');
});

it('a stack without a spec file is refused', async () => {
  const location = await findStack({directory: stackWith("{manifests: 'manifests/*'}")});
  await expect(writeResource(EXTERNAL, location)).rejects.toMatchObject({
    failure: {code: 'input/usage', message: expect.stringContaining('has no spec file')},
  });
});
