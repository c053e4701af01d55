import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {toolPath} from '../../controlplane/for-tests.ts';
import {everythingWritten} from '../../rig/canaries.ts';
import {scratchDirectory} from '../../rig/scratch.ts';
import type {HelmTool} from './helm-side.ts';

/** A helm that keeps all that it is given: arguments, environment, standard input, and the files in the directory of its run. */
export type WatchedHelm = {
  readonly PATH: string;
  /** Returns everything that it was given so far, by file. */
  readonly given: () => Promise<ReadonlyMap<string, string>>;
};

export async function watchedHelm(helm: HelmTool): Promise<WatchedHelm> {
  const program = await toolPath(helm);
  if (program === undefined) throw new Error(`${helm} is missing, and Go to build it`);
  const root = await scratchDirectory();
  const [bin, record] = [join(root, 'bin'), join(root, 'record')];
  for (const directory of [bin, record]) await mkdir(directory);
  const script = `#!/bin/sh
to='${record}'/$$
/bin/mkdir "$to"
for word in "$@"; do echo "$word" >> "$to/arguments"; done
/usr/bin/env > "$to/environment"
if [ -d "$TMPDIR" ]; then /bin/cp -R "$TMPDIR" "$to/directory"; fi
if [ "$1" = template ]; then
  /bin/cat > "$to/input"
  exec '${program}' "$@" < "$to/input"
fi
exec '${program}' "$@"
`;
  await writeFile(join(bin, 'helm'), script);
  await chmod(join(bin, 'helm'), 0o755);
  return {PATH: bin, given: () => everythingWritten(record)};
}
