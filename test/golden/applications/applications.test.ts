import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {describe, expect, it} from 'vitest';
import {valuesOf} from '../../../src/app/workspace/workspace-values.ts';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../src/config/workspace-file.ts';
import {writeYaml} from '../../../src/config/yaml/write-yaml.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';
import {render} from '../config/render.ts';

/**
 * Example stacks with applications: `input/` is a stack, `expected.yaml` its objects or its problems. `case.json` may name a workspace.
 * UPDATE_GOLDEN=1 writes the expected files. test/e2e/applications.test.ts applies the examples that have objects.
 */
const CASES = readdirSync(import.meta.dirname, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name);

describe('the objects of applications', () => {
  it.each(CASES)('the applications of the example %s give the expected objects', async (name) => {
    const folder = join(import.meta.dirname, name);
    const input = join(folder, 'input');
    const text = (await built(input, join(folder, 'case.json'))).replaceAll(`${relative(process.cwd(), input)}/`, '');
    const file = join(folder, 'expected.yaml');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
});

async function built(input: string, options: string): Promise<string> {
  const {workspace: name} = existsSync(options)
    ? (JSON.parse(readFileSync(options, 'utf8')) as {readonly workspace?: string})
    : {};
  const file = join(input, 'workspaces', `${name ?? ''}.yaml`);
  const found = name === undefined ? undefined : await loadWorkspaceFile(file);
  try {
    const {resources, diagnostics} = await loadResources(await findStack({directory: input}), {
      tools: withoutPrograms,
      ...(found === undefined ? {} : {workspace: valuesOf({...found, name: name ?? ''})}),
    });
    return [
      ...(diagnostics.length === 0 ? [] : [render(diagnostics)]),
      ...resources.map(({attributes}) => writeYaml(attributes)),
    ].join('---\n');
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid')
      return render(error.failure.diagnostics);
    throw error;
  }
}
