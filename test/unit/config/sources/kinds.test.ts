import {globSync, readFileSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findStack} from '../../../../src/config/find-project.ts';
import {loadResources} from '../../../../src/config/load-resources.ts';
import {stackInputs} from '../../../../src/config/stacks/stack-inputs.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {SOURCES} from '../../../../src/registry/sources.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {withoutPrograms} from '../../../rig/source-tools.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

async function stackOf(files: Readonly<Record<string, string>>) {
  const directory = join(await scratchDirectory(), 'project', 'dev');
  for (const [name, text] of Object.entries({'../project.yaml': 'name: shop\n', ...files})) {
    await mkdir(dirname(join(directory, name)), {recursive: true});
    await writeFile(join(directory, name), text);
  }
  return directory;
}

/** The diagnostics of a stack whose sources cannot be read. */
async function problemsOf(directory: string) {
  try {
    await loadResources(await findStack({directory}), {tools: withoutPrograms});
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return error.failure.diagnostics;
    throw error;
  }
  return [];
}

/** The kinds that are fetched, with an address where nothing answers. Their paths are below what is fetched. */
const FETCHED: Readonly<Record<string, string>> = {
  git: 'url: https://127.0.0.1:1/shop.git',
  oci: 'url: oci://127.0.0.1:1/shop',
};

/** Reports whether the value of a kind may be a path as a text. */
const takesText = ({schema}: (typeof SOURCES)[number]): boolean =>
  schema === undefined || schema.safeParse('a').success;

/** The value that names a path, as YAML: a text, or a mapping for a kind that takes no text. */
const valueOf = (kind: (typeof SOURCES)[number], path: string): string => {
  const {name} = kind;
  return takesText(kind) ? path : `{${FETCHED[name] === undefined ? '' : `${FETCHED[name]}, `}path: ${path}}`;
};

const pathOf = (kind: (typeof SOURCES)[number]): string => `sources[0].${kind.name}${takesText(kind) ? '' : '.path'}`;

describe.each(SOURCES)('a source of the kind $name', (kind) => {
  it(`a ${kind.name} source names the files that determine its result, even missing ones`, async () => {
    const directory = await stackOf({'stack.yaml': `sources: [{${kind.name}: ${valueOf(kind, '../elsewhere/a')}}]\n`});
    const {files, directories} = await stackInputs(await findStack({directory}), withoutPrograms, []);
    const named = join(directory, '../elsewhere/a');
    // A change of a file of the checkout changes nothing in what is fetched. stack.yaml itself is an input of each stack.
    if (FETCHED[kind.name] !== undefined) expect([...files, ...directories]).not.toContain(named);
    else expect([...files, ...directories]).toContain(named);
  });

  it(`a ${kind.name} source outside of the project is refused`, async () => {
    const directory = await stackOf({
      'stack.yaml': `sources: [{${kind.name}: ${valueOf(kind, '../../outside')}}]\n`,
      '../../outside/a.yaml': MAP,
    });
    const [problem] = await problemsOf(directory);
    expect(problem?.message).toMatch(/^`\.\.\/\.\.\/outside` .*outside of (?:the project directory |what is fetched)/);
    expect(problem).toMatchObject({severity: 'error', path: pathOf(kind), at: {line: 1}});
  });

  it.each(['references', 'remote'] as const)(
    `a ${kind.name} source accepts the option %s or names the kinds that do`,
    async (option) => {
      const directory = await stackOf({
        'stack.yaml': `sources: [{${kind.name}: ${valueOf(kind, 'a')}, ${option}: true}]\n`,
      });
      const refused = (await problemsOf(directory)).filter(({message}) => message.includes(' is only for '));
      const because = kind.because?.[option];
      expect(refused).toHaveLength(kind.options[option] === undefined ? 1 : 0);
      if (because !== undefined) expect(refused[0]?.message).toContain(because);
    },
  );
});

it('the name kustomize appears only in the files that need it', () => {
  const known =
    /^src\/(?:adapters\/kustomize\/|config\/sources\/kustomize\/|ports\/kustomize\.ts|registry\/sources\.ts)/;
  /** They know what kustomize and other tools leave on objects, or on the machine. */
  const rules = [
    'src/app/doctor/examine-programs.ts',
    'src/config/manifests/check-object.ts',
    'src/core/variation/image-ref.ts',
    'src/kubernetes/import/other-tool.ts',
    'src/kubernetes/import/own-fields.ts',
    'src/kubernetes/plan/is-controller.ts',
  ];
  const files = globSync('src/**/*.ts').filter((file) => /kustomiz/i.test(readFileSync(file, 'utf8')));
  expect(files.filter((file) => !known.test(file)).toSorted()).toEqual(rules);
});
