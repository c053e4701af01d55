import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {GO_SOURCES} from '../test/controlplane/paths.ts';

/**
 * Where the sources of a Go module lie, like `k8s.io/api`, at the version of which the tests' control plane is built: in Go's
 * cache, where that build has put them.
 */
export function moduleDirectory(module: string): string {
  const options = {encoding: 'utf8', cwd: join(GO_SOURCES, 'kubernetes')} as const;
  const directory = execFileSync('go', ['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', module], options).trim();
  if (directory === '')
    throw new Error(`the sources of ${module} are not there: \`npm run controlplane -- up\` gets them`);
  return directory;
}
