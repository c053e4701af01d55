import {join} from 'node:path';
import {binDirectory, build} from '../controlplane/build.ts';
import {offers} from './offers.ts';

/** Reports whether tests with OpenTofu run here. It is built from its Go module. */
export const hasTofu = (): boolean => offers('services');

/** Builds OpenTofu once for these sources, and returns its path. @throws Error without Go */
export async function tofu(): Promise<string> {
  const bin = await binDirectory('tofu');
  if (bin === undefined) throw new Error('Go is not in PATH: OpenTofu cannot be built');
  await build(bin, ['tofu'], (line) => void process.stderr.write(`tofu: ${line}\n`));
  const path = join(bin, 'tofu');
  console.info(`ran with ${path}`);
  return path;
}
