import {cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {billOfMaterials} from './bill-of-materials.ts';
import {BUILT, buildIsCurrent} from './build-is-current.ts';
import {bundle} from './bundle.ts';
import {bundledPackages, licenceNotices} from './bundled-packages.ts';
import {bundleCompletion, completionData} from './completion-modules.ts';
import {helpModule} from './help-module.ts';
import type {Lock} from './without-unhashed.ts';

/**
 * Makes dist/: the code of the program with all packages inside, their licences, and the bill of materials. With `--if-changed` it keeps a build that is
 * newer than its inputs. `npm pack` adds the declarations (scripts/declarations.ts).
 */
if (process.argv.includes('--if-changed') && (await buildIsCurrent())) process.exit();

const {name, version, license, engines} = await readJson<{
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: {readonly node: string};
}>('package.json');
await rm('dist', {recursive: true, force: true});
/** Syntax that the oldest supported Node.js cannot read (`using`) becomes older syntax. */
const target = `node${engines.node.replace(/^>=/, '')}`;
const chunks = await bundle('dist', target);
const packages = bundledPackages(chunks.flatMap(({moduleIds}) => moduleIds));
await mkdir('dist/cli/completion', {recursive: true});
await writeFile('dist/cli/help-text.js', helpModule());
await bundleCompletion('dist/cli/completion/complete.js', target);
for (const [module, text] of await completionData()) await writeFile(`dist/${module}.js`, text);
// main.ts reads the types of Kubernetes for the sandbox and `validate` from files beside it, when a command needs them.
await cp('src/sandbox/pack', 'dist/sandbox/pack', {recursive: true});
await cp('src/kubernetes/types/pack', 'dist/kubernetes/types/pack', {recursive: true});
await writeFile('dist/THIRD-PARTY-LICENSES', licenceNotices(packages));
const {packages: locked} = await readJson<Lock>('package-lock.json');
await writeFile(
  BUILT,
  `${JSON.stringify(billOfMaterials({own: {name, version, license}, packages, locked}), null, 2)}\n`,
);

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T;
}
