import {execFile} from 'node:child_process';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect} from 'vitest';
import {scratchDirectory} from './scratch.ts';

/** Builds an application whose module runs in its own process, in a directory outside of the repository. A second build uses the cached result. */
export async function moduleJob(
  [program, ...before]: readonly [string, ...string[]],
  path: string | undefined,
): Promise<void> {
  const directory = join(await scratchDirectory(), 'shop');
  await writeModuleStack(directory);
  const env = {PATH: path, HOME: directory, GANTRY_HOME: join(directory, '.gantry'), SHOP_TOKEN: 'hunter2'};
  await expectModuleBuilt(() => promisify(execFile)(program, [...before, 'build'], {cwd: directory, env}));
}

/** Builds the stack of {@link writeModuleStack} twice. */
export async function expectModuleBuilt(
  build: () => Promise<{readonly stdout: string; readonly stderr: string}>,
): Promise<void> {
  const first = await build();
  expect(first.stdout).toContain("size: '2'");
  expect(first.stdout).toContain('reached: none');
  expect(first.stderr).toBe('');
  expect((await build()).stdout).toBe(first.stdout);
}

/** Writes a stack whose application uses a module in a folder. */
export async function writeModuleStack(directory: string): Promise<void> {
  await mkdir(join(directory, 'modules/cache'), {recursive: true});
  await mkdir(join(directory, 'workspaces'));
  await writeFile(join(directory, 'modules/cache/module.ts'), MODULE);
  await writeFile(join(directory, 'stack.yaml'), 'name: shop\nworkspace: dev\nnamespace: shop\n');
  await writeFile(join(directory, 'workspaces/dev.yaml'), 'modules: {cache: {path: ../modules/cache}}\n');
  await writeFile(
    join(directory, 'gantry.app.yaml'),
    'web: {workload: {service: {containers: {web: {image: "nginx:1.28"}}}}, accessories: {cache: {size: 2}}}\n',
  );
}

/** A module that tries forbidden operations. It is TypeScript, and imports `gantry/module` from a folder without packages. */
const MODULE = `import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {defineModule, z} from 'gantry/module';

const attempts: Record<string, () => unknown> = {
  read: () => readFileSync('/etc/passwd', 'utf8'),
  write: () => writeFileSync(join(import.meta.dirname, 'written'), 'x') ?? 'written',
  variable: () => process.env['SHOP_TOKEN'],
  net: () => process.getBuiltinModule('node:net'),
  programs: () => process.getBuiltinModule('node:child_process'),
  binding: () => (process as unknown as {binding: (name: string) => unknown}).binding('tcp_wrap'),
  fetch: () => globalThis.fetch,
};

function reached(attempt: () => unknown): boolean {
  try {
    return attempt() !== undefined;
  } catch {
    return false;
  }
}

export default defineModule({
  name: 'cache',
  version: '1.0.0',
  description: 'A ConfigMap.',
  input: z.strictObject({size: z.number()}),
  platform: z.strictObject({}),
  generate: ({name, labels, config}) => {
    const found = Object.keys(attempts).filter((one) => reached(attempts[one] ?? (() => undefined)));
    const data = {size: String(config.size), reached: found.join(' ') || 'none'};
    return {resources: [{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, labels}, data}]};
  },
});
`;
