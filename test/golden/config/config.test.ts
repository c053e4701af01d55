import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../src/config/workspace-file.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {render} from './render.ts';

/**
 * A folder in, a text out: `input/` is what a user has on disk, `expected.txt` what Gantry makes of it. `case.json` may
 * name a stack (`-s`), a spec file, or a directory to start in. UPDATE_GOLDEN=1 writes expected.txt anew.
 */
const CASES = readdirSync(import.meta.dirname, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name);

type Case = {readonly stack?: string; readonly specFile?: string; readonly directory?: string};

describe('what a user has on disk', () => {
  it.each(CASES)('%s', async (name) => {
    const folder = join(import.meta.dirname, name);
    const input = join(folder, 'input');
    const options = existsSync(join(folder, 'case.json'))
      ? (JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Case)
      : {};
    const shown = relative(process.cwd(), input);
    const parts = [...(await workspaces(input)), ...(hasStack(input, options) ? [await stack(input, options)] : [])];
    const text = parts.join('\n').replaceAll(`${shown}/`, '').replaceAll(shown, '.').replaceAll(input, '.');
    const file = join(folder, 'expected.txt');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
});

const hasStack = (input: string, options: Case): boolean =>
  Object.keys(options).length > 0 || readdirSync(input).some((name) => name !== 'workspaces');

async function stack(input: string, {stack, specFile, directory}: Case): Promise<string> {
  return attempt(async () => {
    const location = await findStack({
      directory: join(input, directory ?? '.'),
      ...(stack === undefined ? {} : {stack}),
    });
    const loaded = await loadResources(location, specFile === undefined ? {} : {specFile: join(input, specFile)});
    return [
      `${location.project.name}/${location.stack.name}\n`,
      ...(loaded.diagnostics.length === 0 ? [] : [render(loaded.diagnostics)]),
      ...(loaded.context === undefined ? [] : [`context: ${JSON.stringify(loaded.context)}\n`]),
      ...loaded.resources.map((resource) => {
        const marks = [
          ...(loaded.expandable.has(resource.id) ? ['expandable'] : []),
          ...(loaded.scopeGuessed?.has(resource.id) === true ? ['scope guessed'] : []),
        ];
        return `${JSON.stringify(resource)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}\n`;
      }),
    ].join('');
  });
}

async function workspaces(input: string): Promise<readonly string[]> {
  const directory = join(input, 'workspaces');
  if (!existsSync(directory)) return [];
  return Promise.all(
    readdirSync(directory)
      .toSorted()
      .map((name) =>
        attempt(async () => `${JSON.stringify((await loadWorkspaceFile(join(directory, name))).workspace)}\n`),
      ),
  );
}

async function attempt(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid')
      return render(error.failure.diagnostics);
    throw error;
  }
}
