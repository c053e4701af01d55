import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {digestOf, type TestChart} from '../../rig/chart-archive.ts';
import {ociRegistry} from '../../rig/oci-registry.ts';

const LOCKED = '1.0.0';
const VERSIONS = [LOCKED, '1.1.0'];

/**
 * Serves the dependency of a chart, in two versions, and writes the address of the registry in place of `REGISTRY` into Chart.yaml.
 * The lock file of a chart whose name ends in `-locked` has the older version.
 */
export async function serveDependency(directory: string): Promise<void> {
  const path = join(directory, 'Chart.yaml');
  const text = existsSync(path) ? await readFile(path, 'utf8') : '';
  if (!text.includes('REGISTRY')) return;
  const registry = await ociRegistry();
  for (const version of VERSIONS) registry.pushChart('charts', relay(version));
  await writeFile(path, text.replace('REGISTRY', registry.host));
  if (directory.endsWith('-locked'))
    await writeFile(join(directory, 'Chart.lock'), lockFile(`oci://${registry.host}/charts`));
}

const relay = (version: string): TestChart => ({
  name: 'relay',
  version,
  files: {
    'values.yaml': 'level: info\n',
    'templates/config.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}-relay"}\ndata: {version: "{{ .Chart.Version }}", level: "{{ .Values.level }}"}\n',
  },
});

/** Returns the lock file that `helm dependency update` wrote when the registry had only the older version. */
function lockFile(repository: string): string {
  const wanted = {name: 'relay', version: '^1.0.0', repository};
  const locked = {...wanted, version: LOCKED};
  // Helm refuses a lock file whose digest is not that of the dependencies in Chart.yaml and in the lock file.
  const digest = digestOf(JSON.stringify([[wanted], [locked]]));
  return JSON.stringify({dependencies: [locked], digest, generated: '2026-01-01T00:00:00Z'});
}
