import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {binDirectory, build} from '../controlplane/build.ts';

/** Returns the tofu that was built for these sources. It takes minutes, so no test run builds it: its tests are skipped, also in CI. */
export async function builtTofu(): Promise<string | undefined> {
  const bin = await binDirectory('tofu');
  const path = bin && join(bin, 'tofu');
  if (path !== undefined && existsSync(path)) {
    console.info(`ran with OpenTofu (${path})`);
    return path;
  }
  console.warn('skipped: OpenTofu is not built, which takes minutes: npm run services -- tofu');
  return undefined;
}

/** Builds OpenTofu from its Go module, and returns its path. @throws Error without Go */
export async function buildTofu(say: (line: string) => void): Promise<string> {
  const bin = await binDirectory('tofu');
  if (bin === undefined) throw new Error('Go is not in PATH: OpenTofu cannot be built');
  await build(bin, ['tofu'], say);
  return join(bin, 'tofu');
}
