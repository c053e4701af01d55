import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {GO_SOURCES} from '../test/controlplane/paths.ts';

/**
 * Returns the directory of the sources of a Go module, such as `k8s.io/api`, at the version that the tests' control plane is built
 * of. It is in Go's cache, where that build stored it.
 */
export function moduleDirectory(module: string): string {
  const options = {encoding: 'utf8', cwd: join(GO_SOURCES, 'kubernetes')} as const;
  const directory = execFileSync('go', ['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', module], options).trim();
  if (directory === '')
    throw new Error(`the sources of ${module} are not there: \`npm run controlplane -- up\` gets them`);
  return directory;
}
