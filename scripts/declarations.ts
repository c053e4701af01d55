import {execFileSync} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {type Plugin, rollup} from 'rollup';
import {dts} from 'rollup-plugin-dts';

/**
 * Removes `in` and `out` from the parameters of aliases like `type util_d_X<out T> = X<T>`, which the plugin for declarations writes for a namespace.
 * It copies them from an interface, and TypeScript refuses them for an alias of it.
 */
const plainAliases: Plugin = {
  name: 'plain-aliases',
  renderChunk: (code) =>
    code.replaceAll(/^type \w*_d_[$\w]+<.*> = [$\w.]+<.*>;$/gm, (alias) =>
      alias.replaceAll(/(?<=[<,] ?)(?:in |out )+/g, ''),
    ),
};

/**
 * Adds to dist/ the declarations of the public entries, one file each, with the types of all packages inside: a user installs none of them.
 * `npm pack` runs it. `npm run declarations` adds them for programs that use a checkout. The program and the tests need no declarations, and they take
 * longer than the rest of the build.
 */
const declared = await mkdtemp(join('node_modules', '.declarations-'));
try {
  execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', declared], {stdio: 'inherit'});
  await using types = await rollup({
    input: Object.fromEntries(
      ['index', 'start-sandbox', 'module'].map((name) => [name, join(declared, `${name}.d.ts`)]),
    ),
    // Node.js has its own types.
    external: [/^node:/, 'http', 'https', 'stream'],
    plugins: [dts({respectExternal: true, tsconfig: 'tsconfig.build.json'}), plainAliases],
  });
  const banner = '/// <reference types="node" />';
  await types.write({dir: 'dist', format: 'es', banner, entryFileNames: '[name].d.ts', chunkFileNames: '[name].d.ts'});
} finally {
  await rm(declared, {recursive: true, force: true});
}
