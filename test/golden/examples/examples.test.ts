import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {valuesOf} from '../../../src/app/workspace/workspace-values.ts';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../src/config/workspace-file.ts';
import {writeYaml} from '../../../src/config/yaml/write-yaml.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';

/** The applications of examples/applications in their workspace. UPDATE_GOLDEN=1 writes the expected files. */
const PROJECT = join(import.meta.dirname, '../../../examples/applications');
const STACKS = readdirSync(PROJECT, {withFileTypes: true})
  .filter((entry) => entry.isDirectory() && entry.name !== 'workspaces')
  .map(({name}) => name);

it.each(STACKS)('the example application %s gives the expected objects', async (name) => {
  const found = await loadWorkspaceFile(join(PROJECT, 'workspaces/prod.yaml'));
  const {resources, diagnostics} = await loadResources(await findStack({directory: join(PROJECT, name)}), {
    tools: withoutPrograms,
    workspace: valuesOf({...found, name: 'prod'}),
  });
  expect(diagnostics).toEqual([]);
  const text = resources.map(({attributes}) => writeYaml(attributes)).join('---\n');
  const file = join(import.meta.dirname, `${name}.yaml`);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
});
