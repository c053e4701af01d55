import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {DOCUMENTS, type KubectlYaml, manifestOf} from './kubectl-yaml.ts';

const kubectl = await toolPath('kubectl');
if (kubectl === undefined && process.env['CI'] === 'true')
  throw new Error('no kubectl: neither Go nor one in the PATH');

/** What the real kubectl reads. It asks no cluster for it. */
async function asked(document: KubectlYaml): Promise<JsonObject | undefined> {
  const args = ['label', '--local', '-f', '-', '-o', 'json', 'label=added'];
  const running = promisify(execFile)(kubectl ?? '', args, {env: {PATH: process.env['PATH']}});
  running.child.stdin?.end(manifestOf(document));
  const answer = await running.catch((error: {stderr: string}) => error);
  if (!('stdout' in answer) || answer.stdout === '') return undefined;
  const {apiVersion: _, kind: __, metadata: ___, ...rest} = JSON.parse(answer.stdout) as JsonObject;
  return rest;
}

// What Gantry reads is compared with the same table in test/unit/config/yaml/as-kubectl.test.ts.
describe.skipIf(kubectl === undefined)('kubectl reads YAML as the table says', () => {
  it.each(DOCUMENTS)('$name', async (document) => expect(await asked(document)).toStrictEqual(document.value));
});
