import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {digestOf} from '../../../lib/digest-of.ts';

/** The directory of copied charts in a project. */
export const VENDOR_DIRECTORY = join('vendor', 'charts');

/** Returns the path of the copy of a chart in a project. */
export const vendoredArchive = (
  projectDir: string,
  {name, version}: {readonly name: string; readonly version: string},
): string => join(projectDir, VENDOR_DIRECTORY, `${name}-${version}.tgz`);

/** Finds the copy of a chart with the digest of the lock file; undefined if the project has none. */
export async function findVendored(
  projectDir: string,
  {version, digest}: {readonly version: string; readonly digest?: string | undefined},
): Promise<string | undefined> {
  if (digest === undefined) return undefined;
  const directory = join(projectDir, VENDOR_DIRECTORY);
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(`-${version}.tgz`))) {
    const bytes = await readFile(join(directory, name)).catch(() => undefined);
    if (bytes !== undefined && digestOf(bytes) === digest) return join(directory, name);
  }
  return undefined;
}
