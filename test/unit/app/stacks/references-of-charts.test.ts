import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {stacksTakenFrom} from '../../../../src/app/stacks/other-resources.ts';
import {findStack} from '../../../../src/config/find-project.ts';
import {loadResources} from '../../../../src/config/load-resources.ts';
import {helmSource} from '../../../../src/config/sources/helm/helm-source.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const reference = (stack: string) => `\${ref:stack:${stack}#v1:Service:shop:db#spec.clusterIP}`;

const fails = () => Promise.reject(new Error('not reached'));

it('the stacks that a chart takes values from are known if it cannot be rendered', async () => {
  const directory = await scratchDirectory();
  await mkdir(join(directory, 'web'));
  await writeFile(join(directory, 'project.yaml'), 'name: shop\n');
  await writeFile(join(directory, 'web', 'more.yaml'), JSON.stringify({host: reference('in-file')}));
  const helm = {
    path: 'chart',
    valuesFiles: ['more.yaml'],
    values: {url: reference('in-values')},
    set: {'a.b': reference('other/in-set')},
  };
  const patches = [{target: {kind: 'Deployment', name: 'web'}, merge: {spec: {replicas: 2}}}];
  await writeFile(
    join(directory, 'web', 'stack.yaml'),
    JSON.stringify({name: 'web', sources: [{helm}], patches, images: {web: 'web:2'}}),
  );
  const location = await findStack({directory: join(directory, 'web')});
  const source = helmSource({
    charts: async () => async () => ({problem: 'chart not found'}),
    files: fails,
    helm: fails,
    program: fails,
    cache: {read: fails, write: fails},
  });
  const tools = {source: async () => source};
  const loaded = await loadResources(location, {allowEmpty: true, valuesSuffice: true, tools});
  expect(loaded.resources).toEqual([]);
  expect(stacksTakenFrom(loaded, {project: 'shop'}).toSorted()).toEqual([
    'other/in-set',
    'shop/in-file',
    'shop/in-values',
  ]);
});
