import {rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {sha256} from '../../lib/sha256.ts';
import {writePrivate} from '../../lib/write-private.ts';
import {readJson} from './run-files.ts';

/** The version that a program reported to an earlier run. It counts until the file of the program changes. */
export type KnownVersion = {
  readonly read: () => Promise<string | undefined>;
  /** Keeps what the program printed. */
  readonly keep: (said: string) => Promise<void>;
  /** Forgets it: the file is a script that starts different programs. */
  readonly forget: () => Promise<void>;
};

/** Opens what is known of a program. `home`: `$GANTRY_HOME`. */
export function knownVersion(path: string, home: string): KnownVersion {
  const directory = join(home, 'cache', 'terraform');
  const name = `version-${sha256(path)}.json`;
  const file = join(directory, name);
  /** Returns what changes with the contents of the program; undefined if it is not there any more. */
  const identity = (): Promise<string | undefined> =>
    stat(path, {bigint: true}).then(
      ({dev, ino, size, mtimeNs, ctimeNs}) => [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      () => undefined,
    );
  return {
    read: async () => {
      const kept = await readJson(directory, name);
      return typeof kept?.['said'] === 'string' && kept['file'] === (await identity()) ? kept['said'] : undefined;
    },
    keep: async (said) => {
      // If it cannot be kept, the next run asks again.
      await writePrivate(file, JSON.stringify({file: await identity(), said})).catch(() => undefined);
    },
    forget: () => rm(file, {force: true}),
  };
}
