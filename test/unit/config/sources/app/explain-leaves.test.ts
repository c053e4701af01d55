import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {celConditions} from '../../../../../src/adapters/cel/cel-conditions.ts';
import {explainLoaded, type TracedStack} from '../../../../../src/app/explain-value.ts';
import {readMutations} from '../../../../../src/app/policy/read-mutations.ts';
import {valuesOf} from '../../../../../src/app/workspace/workspace-values.ts';
import {findStack} from '../../../../../src/config/find-project.ts';
import {pathText} from '../../../../../src/config/issues/path-text.ts';
import {loadResources} from '../../../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../../../src/config/workspace-file.ts';
import {writeYaml} from '../../../../../src/config/yaml/write-yaml.ts';
import type {JsonObject, JsonPath} from '../../../../../src/core/json.ts';
import {jsonAt} from '../../../../../src/core/json-at.ts';
import {describeModule} from '../../../../../src/core/module/describe-module.ts';
import {runModule} from '../../../../../src/core/module/run-module.ts';
import type {OpenModule} from '../../../../../src/ports/modules.ts';
import {eachSetting, eachWord, type WordChange} from '../../../../rig/each-setting.ts';
import {leavesIn} from '../../../../rig/leaves-in.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';
import {SCENES, type Scene, SETTINGS} from './explain-scenes.ts';

/**
 * Changes each setting of a stack alone, and builds the stack again: the changed leaves come from that line. Compares the explanations of all
 * leaves with this table.
 */
describe.each(Object.entries(SCENES))('the explanations of %s', (_, scene) => {
  it('the explanation of every leaf has its layer and the line whose change also changes the leaf', {
    timeout: 120_000,
  }, async () => {
    const stack = await stackOf(scene);
    const before = await stack.load(true);
    const table = await stack.table(before);
    const wrong = before.loaded.resources.flatMap(({id, attributes}, index) =>
      leavesIn(attributes).flatMap((path) => {
        const {layer, file, line} = lastLayer(explainLoaded(`${id}#${pathText(path)}`, before), stack.shown);
        const place = `${file}:${line}`;
        const lines = table.get(keyOf(index, path)) ?? [];
        const isRight =
          lines.length > 0
            ? lines.includes(place) && scene.layers[file]?.includes(layer) === true
            : MADE.includes(layer) && file === 'gantry.app.yaml' && scene.uses.includes(line);
        return isRight ? [] : [`${id} ${pathText(path)}: ${layer} ${place}, changes with: ${lines.join(', ')}`];
      }),
    );
    expect(wrong).toEqual([]);
    for (const [field, expected] of Object.entries(scene.replaced))
      expect([field, explainLoaded(field, before).layers.map((one) => shown(one, stack.shown))]).toEqual([
        field,
        expected,
      ]);
  });
});

/** The language of mutations. No mutation is a program. */
const PROGRAMS = {
  conditions: async () => celConditions(),
  openPrograms: (): never => {
    throw new Error('no program was expected');
  },
};

/** Layers of fields that no setting changes. */
const MADE: readonly string[] = ['module', 'module-patch'];

/** Returns the last layer of a field, and its place. */
function lastLayer({layers}: ReturnType<typeof explainLoaded>, relative: (file: string) => string) {
  const {layer = 'none', at} = layers.at(-1) ?? {};
  return {layer, file: relative(at?.file ?? ''), line: at?.line ?? 0};
}

const shown = (
  {layer, op, policy, value, at}: ReturnType<typeof explainLoaded>['layers'][number],
  relative: (file: string) => string,
): string =>
  [layer, op, policy, relative(at?.file ?? ''), String(value)].filter((part) => part !== undefined).join(' ');

async function stackOf({files, images = [], ...scene}: Scene) {
  const dir = await scratchDirectory();
  const texts = new Map(
    Object.entries(files).map(([name, file]) => [
      name,
      typeof file === 'string' ? file : writeYaml(file as JsonObject),
    ]),
  );
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(dir, name)), {recursive: true});
    writeFileSync(join(dir, name), text);
  };
  for (const [name, text] of texts) write(name, text);
  const open: OpenModule = async () => ({
    integrity: 'sha512-',
    describe: async () => describeModule(SETTINGS),
    run: (use) => runModule(SETTINGS, use),
  });

  async function load(traced: boolean): Promise<TracedStack> {
    const location = await findStack({directory: dir});
    const file = join(dir, 'workspaces/prod.yaml');
    const found = {...(await loadWorkspaceFile(file)), name: 'prod', place: 'file', file} as const;
    const workspace = {...valuesOf(found), mutations: async () => readMutations(found, PROGRAMS)};
    const source = {env: {}, home: '/nowhere', signal: new AbortController().signal, modules: open};
    const tools = {
      source: (kind: Parameters<Parameters<typeof loadResources>[1]['tools']['source']>[0]) => kind.open(source),
    };
    return {location, workspace, loaded: await loadResources(location, {traced, tools, workspace, images})};
  }

  return {
    load,
    shown: (file: string) => file.slice(file.indexOf(dir) === -1 ? 0 : file.indexOf(dir) + dir.length + 1),
    table,
  };

  /** Returns the lines with which each leaf changes. */
  async function table({loaded: {resources}}: TracedStack): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    const own = new Map([...texts].filter(([name]) => scene.changed.includes(name)));
    for (const {lines, files: changed} of changesOf(own)) {
      for (const [name, text] of changed) write(name, text);
      const after = await load(false).then(
        ({loaded}) => loaded.resources,
        () => [],
      );
      for (const [name, text] of own) write(name, text);
      if (after.length !== resources.length) continue;
      for (const [index, {attributes}] of resources.entries())
        for (const path of leavesIn(attributes)) {
          const value = jsonAt(after[index]?.attributes ?? {}, path);
          const leaf = keyOf(index, path);
          if (value !== undefined && value !== jsonAt(attributes, path))
            found.set(leaf, [...new Set([...(found.get(leaf) ?? []), ...lines])]);
        }
    }
    return found;
  }
}

/** Returns all changes: those of one line, and those of a word that several lines have. */
function* changesOf(files: ReadonlyMap<string, string>): Generator<WordChange> {
  for (const [name, text] of files)
    for (const change of eachSetting(text))
      yield {lines: [`${name}:${change.line}`], files: new Map([[name, change.text]])};
  yield* eachWord(files);
}

const keyOf = (index: number, path: JsonPath): string => JSON.stringify([index, ...path]);
