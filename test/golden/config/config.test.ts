import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../src/config/workspace-file.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import type {JsonPath} from '../../../src/core/json.ts';
import type {WorkspaceValues} from '../../../src/core/variation/expand-context.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';
import {render} from './render.ts';

/**
 * A folder in, a text out: `input/` is what a user has on disk, `expected.txt` what Gantry makes of it. `case.json` may
 * name a stack (`-s`), a spec file, a directory to start in, a workspace, images (`--image`), or fields whose place is to be
 * shown, by resource id. UPDATE_GOLDEN=1 writes expected.txt anew.
 */
const CASES = readdirSync(import.meta.dirname, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name);

type Case = {
  readonly stack?: string;
  readonly specFile?: string;
  readonly directory?: string;
  readonly workspace?: string;
  readonly images?: readonly string[];
  readonly places?: Readonly<Record<string, readonly JsonPath[]>>;
};

describe('the files of a user', () => {
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

async function stack(input: string, options: Case): Promise<string> {
  const {stack, specFile, directory, workspace, images, places = {}} = options;
  return attempt(async () => {
    const location = await findStack({
      directory: join(input, directory ?? '.'),
      ...(stack === undefined ? {} : {stack}),
    });
    const loaded = await loadResources(location, {
      tools: withoutPrograms,
      ...(specFile === undefined ? {} : {specFile: join(input, specFile)}),
      ...(workspace === undefined ? {} : {workspace: await contextOf(input, workspace)}),
      ...(images === undefined ? {} : {images}),
    });
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
      ...[...(loaded.own ?? [])].map(([id, own]) => `without its workspace, ${id} is ${JSON.stringify(own)}\n`),
      ...Object.entries(places).flatMap(([id, paths]) =>
        paths.map((path) => {
          const {file, line, column, text} = loaded.origins.get(id)?.position(path) ?? NOWHERE;
          return `${path.join('/')} of ${id} is at ${file}:${line}:${column} | ${text}\n`;
        }),
      ),
    ].join('');
  });
}

const NOWHERE = {file: 'nowhere', line: 0, column: 0, text: ''};

/** A workspace without a file is known by its name only. */
async function contextOf(input: string, name: string): Promise<WorkspaceValues> {
  const file = join(input, 'workspaces', `${name}.yaml`);
  if (!existsSync(file)) return {name};
  return {name, context: (await loadWorkspaceFile(file)).workspace.context ?? {}};
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
