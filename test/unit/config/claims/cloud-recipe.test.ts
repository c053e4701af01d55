import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {findStack} from '../../../../src/config/find-project.ts';
import {loadResources} from '../../../../src/config/load-resources.ts';
import {withoutPrograms} from '../../../rig/source-tools.ts';

const load = async (recipe: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-recipe-'));
  onTestFinished(() => rmSync(directory, {recursive: true}));
  writeFileSync(join(directory, 'project.yaml'), 'name: shared\n');
  writeFileSync(join(directory, 'stack.yaml'), `name: shared\nnamespace: data\nclaims:\n  postgres/small: ${recipe}\n`);
  const claims = {keys: 'all', isOnly: true} as const;
  return loadResources(await findStack({directory}), {tools: withoutPrograms, claims, allowEmpty: true});
};

const CLOUD = 'module: postgres, config: {type: cloud, size: 20}';

it('a recipe with a cloud module marks its resources by extensions, and writes nothing into their attributes', async () => {
  const {resources} = await load(`{${CLOUD}, resource: aws_db_instance, usableBy: [shop]}`);
  expect(resources.map(({id, type}) => [id, type])).toEqual([
    ['hashicorp:aws:aws_db_instance:postgres-small', 'Terraform'],
    ['v1:Secret:data:postgres-small', 'Kubernetes'],
  ]);
  const [database, secret] = resources;
  expect(secret?.attributes).toMatchObject({metadata: {annotations: {'gantry.dev/usable-by': 'shop'}}});
  expect(database?.attributes).not.toHaveProperty('metadata');
  expect(database?.extensions).toMatchObject({claimedAs: 'postgres/small', usableBy: ['shop']});
});

it('a recipe whose claimed resource is not clear is refused with the types that it makes', async () => {
  await expect(load(`{${CLOUD}}`)).rejects.toMatchObject({
    failure: {diagnostics: [{code: 'claims/resource', message: expect.stringContaining('Secret, aws_db_instance')}]},
  });
});
