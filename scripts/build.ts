import {execFileSync} from 'node:child_process';
import {cp, mkdir, readdir, readFile, rm, rmdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {buildIsCurrent} from './build-is-current.ts';
import {helpModule} from './help-module.ts';
import {unneededDeclarations} from './unneeded-declarations.ts';

/**
 * Makes dist/: declarations by tsc (only those that the public entries reach), code by rolldown. Hundreds of small files are pleasant to read and slow to load: in a few
 * chunks, with zod (whose own index brings every language along) among them, `workspace list` needs half the processor time.
 * What is imported lazily stays lazy; the other packages stay packages. With `--if-changed` a build that is there is kept when it
 * is of these sources: the one that `npm ci` has just made.
 */
const {dependencies, engines} = JSON.parse(await readFile('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  engines: {node: string};
};
/** Syntax that the oldest supported Node cannot read (`using`) becomes older syntax. */
const OLDEST = `node${engines.node.replace(/^>=/, '')}`;
const BUNDLED = new Set(['zod']);
const kept = Object.keys(dependencies).filter((name) => !BUNDLED.has(name));

/** Written last: where it is, all is. */
const LAST = 'dist/LICENSE.zod';

if (process.argv.includes('--if-changed') && (await buildIsCurrent(LAST))) process.exit();

await rm('dist', {recursive: true, force: true});
execFileSync('tsc', ['-p', 'tsconfig.build.json'], {stdio: 'inherit'});
await Promise.all(unneededDeclarations('dist').map((file) => rm(file)));
await removeEmptyDirectories('dist');
await using bundle = await rolldown({
  input: {
    main: 'src/main.ts',
    index: 'src/index.ts',
    'start-sandbox': 'src/start-sandbox.ts',
  },
  platform: 'node',
  transform: {target: OLDEST},
  external: [/^node:/, ...kept.map((name) => new RegExp(`^${name}(/|$)`))],
});
/**
 * Modules that many commands share, in two chunks: `workspace list` loads about 30 files instead of 121. What a module imports is shared by at
 * least as many commands, so that no chunk needs a later one.
 */
const groups = [
  {name: 'common', priority: 2, minShareCount: 40},
  {name: 'often', priority: 1, minShareCount: 15},
];
// All chunks are in dist/ itself: main.ts finds package.json beside it.
await bundle.write({
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[name]-[hash].js',
  codeSplitting: {groups},
});
await mkdir('dist/cli', {recursive: true});
await writeFile('dist/cli/help-text.js', helpModule());
// What the sandbox knows of Kubernetes is read when one is opened, by main.ts from beside it.
await cp('src/sandbox/pack', 'dist/sandbox/pack', {recursive: true});
for (const name of BUNDLED) await cp(`node_modules/${name}/LICENSE`, `dist/LICENSE.${name}`);

async function removeEmptyDirectories(path: string): Promise<void> {
  const entries = await readdir(path, {withFileTypes: true});
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyDirectories(join(path, entry.name));
  if ((await readdir(path)).length === 0) await rmdir(path);
}
