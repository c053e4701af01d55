import {join, sep} from 'node:path';
import {
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  type RolldownBuild,
  rolldown,
} from 'rolldown';
import {once} from '../src/lib/once.ts';
import {mergeChunks} from './merge-chunks.ts';

/** The entries of the package: the program, the library, the sandbox for tests, and the process that watches Terraform. */
const ENTRIES = {
  main: 'src/main.ts',
  index: 'src/index.ts',
  'start-sandbox': 'src/start-sandbox.ts',
  'terraform-watcher': 'src/terraform-watcher.ts',
};

/**
 * The entry for authors of modules, and the process of modules. Their chunks are their own: modules may use all of zod, and the program loads
 * only the parts that it uses.
 */
const MODULE_ENTRIES = {module: 'src/module.ts', 'module-child': 'src/module-child.ts'};

/** The most files of code in the package, of the 300 that it may have. */
const MOST = 155;

const SOURCES = join(import.meta.dirname, '..', 'src', sep);
const PACKAGES = `${sep}node_modules${sep}`;

function sourceOf(path: string): string {
  return `${join(SOURCES, path)}.ts`;
}

/** Modules that load HTTP or TLS of Node.js: a quarter of the start-up of a command that does not use them. Each is a chunk of its own. */
const CLIENTS = [
  'lib/https-request',
  'adapters/kubernetes/runtime/client/connection/http1-connection',
  'adapters/kubernetes/runtime/client/connection/server-key',
  'adapters/kubernetes/runtime/client/connection/tunnel',
].map(sourceOf);

/** Reports whether a module is ours, or of zod, which almost every command needs. */
const isCommon = (id: string): boolean =>
  (id.startsWith(SOURCES) && !CLIENTS.includes(id)) || id.includes(`${PACKAGES}zod${sep}`);

/**
 * The modules that most entries share are a chunk, those that many share another, and those that several share a third. A dependency is shared by at
 * least as many entries as its importer, so `common` never imports `often`. What frequent commands need is apart from the last two. All other sources
 * that the same entries need are a chunk. Packages have chunks of their own, so that only what uses a package loads it.
 */
const groupsOf = (isFrequent: (id: string) => boolean) => [
  {name: 'common', test: isCommon, priority: 5, minShareCount: 38},
  {name: 'frequent', test: (id: string) => isCommon(id) && isFrequent(id), priority: 4, minShareCount: 20},
  {name: 'often', test: isCommon, priority: 3, minShareCount: 28},
  {name: 'sometimes', test: isCommon, priority: 2, minShareCount: 20},
  {name: 'packages', test: (id: string) => id.includes(PACKAGES), priority: 1, minShareCount: 2, entriesAware: true},
];

/** Sources that load a package synchronously when they need it, by `load('NAME')` of a `createRequire`. */
const LOADS_LATER = /[\\/]src[\\/]sandbox[\\/]custom[\\/]/;

/** Puts into the bundle what these sources load: `require` is what rolldown bundles, and what Node.js does not have in a module. */
export const loadedLater: Plugin = {
  name: 'loaded-later',
  transform: {
    filter: {id: LOADS_LATER, code: 'createRequire(import.meta.url)'},
    handler: (code, id) => {
      const later = code
        .replace('const load = createRequire(import.meta.url);', '')
        .replaceAll(/(?<![.\w])load\('/g, "require('");
      if (later.includes('createRequire(import')) throw new Error(`${id}: expected "const load = createRequire(…)"`);
      return later;
    },
  },
};

/** Leaves out the texts of zod in other languages: all messages of Gantry are in English, and half of the code of zod would be loaded for nothing. */
const englishOnly: Plugin = {
  name: 'english-only',
  load: {
    filter: {id: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/},
    handler: () => "export { default as en } from './en.js';",
  },
};

/**
 * Writes the code of the program into a directory: chunks that are loaded when they are needed, with all packages inside. What is imported lazily
 * stays lazy. Nothing is minified, so that stack traces name functions. Returns the chunks.
 */
export async function bundle(directory: string, target: string): Promise<readonly OutputChunk[]> {
  return [...(await bundleProgram(directory, target)), ...(await bundleModules(directory, target))];
}

const inputOf = (
  input: Readonly<Record<string, string>>,
  target: string,
  plugins: readonly Plugin[] = [],
): InputOptions => ({
  input: {...input},
  // Chunks may export to each other what no user of the package sees.
  preserveEntrySignatures: 'allow-extension',
  platform: 'node',
  transform: {target},
  external: [/^node:/],
  plugins: [loadedLater, ...plugins],
});

async function bundleModules(directory: string, target: string): Promise<readonly OutputChunk[]> {
  await using build = await rolldown(inputOf(MODULE_ENTRIES, target, [englishOnly]));
  return chunksOf(await build.write({...OUTPUT, dir: directory}));
}

async function bundleProgram(directory: string, target: string): Promise<readonly OutputChunk[]> {
  const {plugin, reachedFrom} = importsOfModules();
  await using build = await rolldown(inputOf(ENTRIES, target, [plugin]));
  const frequent = once(() => reachedFrom([sourceOf('main'), ...FREQUENT]));
  const groups = groupsOf((id) => frequent().has(id));
  const split = chunksOf(await build.generate({...OUTPUT, codeSplitting: {groups}}));
  const nameOf = chunkNames(split);
  const group = {name: (id: string) => nameOf.get(id) ?? null, debugName: 'merged'};
  const codeSplitting = {groups: [group], includeDependenciesRecursively: false};
  const merged = chunksOf(await build.write({...OUTPUT, dir: directory, codeSplitting}));
  refuseCycles(merged);
  return merged;
}

/** Returns a plugin that records the static imports of modules, and a function that returns all modules that some of them load. */
function importsOfModules() {
  const imports = new Map<string, readonly string[]>();
  const plugin: Plugin = {
    name: 'imports-of-modules',
    moduleParsed: ({id, importedIds}) => void imports.set(id, importedIds),
  };
  const reachedFrom = (entries: readonly string[]): ReadonlySet<string> => {
    const found = new Set(entries);
    // A set that grows while it is iterated visits what was added.
    for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
    return found;
  };
  return {plugin, reachedFrom};
}

const OUTPUT = {
  format: 'esm',
  // All chunks are in one directory: main.ts finds package.json beside it.
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[name]-[hash].js',
} as const satisfies OutputOptions;

const chunksOf = ({output}: Awaited<ReturnType<RolldownBuild['generate']>>): readonly OutputChunk[] =>
  output.filter((one) => one.type === 'chunk');

/** Matches the code of cloud providers and of Sigstore, which has its own chunks. The descriptors are not part of it, because every command loads them. */
const CLOUD = /[/\\]adapters[/\\](?:alicloud|aws|azure|gcp|sigstore|sops|vault)[/\\](?!.*-descriptor\.ts$)/;

/**
 * The entries of commands that run very often, or at the start of a shell: `build`, `workspace list`, `exec`, `env`, `kubeconfig` and `completion`; and what
 * they import later.
 * Unneeded bytes in these entries count more.
 */
const FREQUENT = [
  'adapters/kubernetes/kubeconfig-files/kubeconfig-files',
  'adapters/kubernetes/kubeconfig/connect',
  'adapters/kubernetes/kubeconfig/flatten',
  'adapters/local/backend/local-backend',
  'adapters/local/programs/private-directory',
  'adapters/local/programs/programs',
  'adapters/local/programs/sweep',
  'app/backend/open-backend',
  'app/plan/build-spec',
  'app/programs/export-environment',
  'app/programs/merge-kubeconfig',
  'app/programs/print-kubeconfig',
  'app/programs/run-command',
  'app/secret/fetch-secret',
  'app/to-yaml',
  'app/workspace/admit-server',
  'app/workspace/list-workspace',
  'app/workspace/surroundings',
  'cli/commands/program/completion',
  'cli/commands/program/env',
  'cli/commands/program/exec',
  'cli/commands/program/kubeconfig',
  'cli/commands/stack/build',
  'cli/commands/workspace/list',
  'cli/run-cli',
  'config/sources/manifests/manifests-source',
  'core/release/untrusted',
  'engine/sealing/refuse-older-key',
  'lib/output-cache',
  'registry/sources',
  'ui/failure-text',
].map(sourceOf);

/** Matches code that loads HTTP and TLS of Node.js, and the bytes of code that take as long to load. */
const NETWORK = /from "node:(?:https?|http2|tls)"/;
const NETWORK_BYTES = 200_000;

/** Returns the name of the chunk for each module, after chunks have been merged. */
function chunkNames(split: readonly OutputChunk[]): ReadonlyMap<string, string> {
  const byFile = new Map(split.map((chunk) => [chunk.fileName, chunk]));
  // A module that others import statically, too, is not marked as the target of a dynamic import.
  const targets = new Set(split.flatMap(({dynamicImports}) => dynamicImports));
  const merged = mergeChunks(
    split.map(({fileName: name, code, imports, isEntry, isDynamicEntry, moduleIds}) => ({
      name,
      size: code.length + (NETWORK.test(code) ? NETWORK_BYTES : 0),
      imports,
      isEntry: isEntry || isDynamicEntry || targets.has(name),
      weight: moduleIds.some((id) => FREQUENT.includes(id)) ? 20 : 1,
      isFixed: isEntry || moduleIds.some((id) => id.includes(PACKAGES) || CLOUD.test(id) || CLIENTS.includes(id)),
    })),
    MOST,
  );
  const taken = new Map<string, number>();
  return new Map(
    merged.flatMap((files) => {
      const chunks = files.flatMap((file) => byFile.get(file) ?? []);
      if (chunks.some(({isEntry}) => isEntry)) return [];
      const [largest] = chunks.toSorted((a, b) => b.code.length - a.code.length);
      // The name of a chunk that several entries share lists them all.
      const base = largest?.name.replace(/~.*/, '') ?? '';
      const number = (taken.get(base) ?? 0) + 1;
      taken.set(base, number);
      return chunks.flatMap(({moduleIds}) => moduleIds).map((id): [string, string] => [id, `${base}-${number}`]);
    }),
  );
}

/** @throws Error if chunks import each other: a module could be evaluated before what it imports */
function refuseCycles(chunks: readonly OutputChunk[]): void {
  const left = new Map(chunks.map(({fileName, imports}) => [fileName, new Set(imports)]));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [file, imports] of left) if (![...imports].some((one) => left.has(one))) left.delete(file);
  }
  if (left.size > 0) throw new Error(`chunks import each other: ${[...left.keys()].join(', ')}`);
}
