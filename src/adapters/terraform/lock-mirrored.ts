import {readdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {parseLockText} from '../../core/terraform/lock-text.ts';
import {cliConfiguration} from './cli-configuration.ts';
import {failureOf} from './failure-of.ts';
import {type Initializing, initPath} from './initialize.ts';
import {runStream} from './program.ts';
import {readLock} from './run-files.ts';

/**
 * Adds the checksums of the packages for other platforms that the user's mirrors have to the lock file of an initialized directory. `init` only reads the
 * package of this platform. Returns the platforms of each provider from a mirror.
 */
export async function lockMirrored(
  {program, directory, env, options, source: code, about, signal}: Initializing,
  data: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const {mirrors} = await cliConfiguration(env, program.product);
  const place = {
    path: program.path,
    directory: join(directory.path, initPath(code)),
    env: {...env, TF_DATA_DIR: data},
    clean: options.clean,
  };
  const found = new Map<string, readonly string[]>();
  for (const {source, version} of parseLockText(await readLock(place.directory)))
    for (const mirror of mirrors) {
      const platforms = await platformsIn(mirror, source, version);
      if (platforms.length === 0) continue;
      const flags = [`-fs-mirror=${mirror}`, ...platforms.map((platform) => `-platform=${platform}`)];
      const ended = await runStream(place, ['providers', 'lock', ...flags, source], {signal});
      if (ended.code !== 0) throw failureOf('providers lock', ended, about);
      found.set(source, [...new Set([...(found.get(source) ?? []), ...platforms])].toSorted());
    }
  return found;
}

/** Returns the platforms of a provider in a mirror: directories with packages, or archives beside them. */
async function platformsIn(mirror: string, source: string, version: string): Promise<readonly string[]> {
  const unpacked = await list(join(mirror, source, version));
  const start = `terraform-provider-${source.split('/').at(-1)}_${version}_`;
  const packed = (await list(dirname(join(mirror, source, version)))).flatMap((name) =>
    name.startsWith(start) && name.endsWith('.zip') ? [name.slice(start.length, -'.zip'.length)] : [],
  );
  return [...new Set([...unpacked, ...packed])].filter((name) => /^[a-z0-9]+_[a-z0-9]+$/.test(name)).toSorted();
}

const list = (path: string): Promise<readonly string[]> => readdir(path).catch(() => []);
