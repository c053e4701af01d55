import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {TraceEvent} from '../../src/adapters/local/profile/trace-event.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {plainCanary} from '../rig/canaries.ts';
import {streamOf} from '../rig/event-stream.ts';
import {loadedBy} from '../rig/loaded-modules.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startCollector} from '../rig/otlp-collector.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeUserKey} from '../rig/ssh-keygen.ts';
import {makeStack} from '../rig/stack.ts';

const NAMES = ['one', 'two', 'three'];
const PASSPHRASE = {GANTRY_BACKEND_PASSPHRASE: 'not-secret-at-all'};

onCluster('the data key of a sealed backend', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function project() {
    const namespace = cluster.freshNamespace();
    const made = await makeStack({kubeconfigPath, namespace});
    await made.remove('stack.yaml');
    const secret = (name: string, password: string): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name},
      stringData: {password},
    });
    const values = (password: string) =>
      made.write(
        Object.fromEntries(NAMES.map((name) => [`${name}/manifests/secret.yaml`, secret(name, `${password}${name}`)])),
      );
    await made.write({
      'project.yaml': {name: 'shop', backend: {local: {path: 'state'}, encryption: {passphrase: {}}}},
      ...Object.fromEntries(
        NAMES.map((name) => [
          `${name}/stack.yaml`,
          {name, workspace: 'test', namespace, sources: [{manifests: 'manifests/**/*'}]},
        ]),
      ),
    });
    await values(plainCanary('first'));
    return {made, values};
  }

  it('each run unwraps the data key once, also for several stacks, and reports the time', async () => {
    const {made, values} = await project();
    const unwraps = async (command: string) => {
      const ran = await made.gantry([...command.split(' '), '-o', 'jsonl'], {env: PASSPHRASE});
      expect(ran, `${command}\n${ran.stderr}`).toMatchObject({code: 0});
      return streamOf(ran, command).filter(({type}) => type === 'data-key-unwrapped');
    };
    const once = [{way: 'passphrase', outcome: 'opened', seconds: expect.any(Number)}];
    // The first apply makes the key, and proves that this user can unwrap it.
    expect(await unwraps('apply --all --yes')).toMatchObject(once);
    await values(plainCanary('second'));
    for (const command of [
      'preview --all',
      'apply --all --yes',
      'apply --all --yes',
      'drift --all -w test',
      'release list -s one',
      'release rollback -s one --to 1 --yes',
      'release verify -s one',
      'preview -s two --save plan.json',
      'apply plan.json --yes',
      'backend verify',
      'destroy --all --yes',
    ])
      expect(await unwraps(command), command).toMatchObject(once);
    // The old key and the new one.
    expect(await unwraps('backend rekey --yes')).toHaveLength(2);
  });

  it('a profile, a trace and -v show the unwrapped data key apart from the phases', async () => {
    const {made} = await project();
    const collector = await startCollector();
    const env = {...PASSPHRASE, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url};
    const ran = await made.gantry(['apply', '--all', '--yes', '-v', '--profile', 'apply.trace'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stderr).toMatch(/data key of local \(.*\) opened by passphrase in /);
    const {traceEvents} = JSON.parse(await readFile(join(made.dir, 'apply.trace'), 'utf8')) as {
      traceEvents: readonly TraceEvent[];
    };
    const apart = traceEvents.filter((event) => event.ph === 'X' && event.cat === 'key');
    expect(apart).toMatchObject([{name: 'unwrap data key passphrase', args: {outcome: 'opened'}}]);
    const spans = collector.spans().filter(({name}) => name === 'unwrap data key');
    expect(spans).toMatchObject([{attributes: {'gantry.key.way': 'passphrase', 'gantry.key.outcome': 'opened'}}]);
    const points = collector.points().filter(({name}) => name === 'gantry.key.unwrap.duration');
    expect(points).toMatchObject([{value: 1, attributes: {'gantry.key.way': 'passphrase'}}]);
  });

  it('a preview opens a sealed backend with an X25519 identity or an SSH key without a package', async () => {
    const [x25519, namespace] = [await ageIdentity(), cluster.freshNamespace()];
    const {dir, write} = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '1'}))});
    // The home of the process is this directory.
    const recipients = [x25519.recipient, await makeUserKey(dir)];
    const identities = '.config/sops/age/keys.txt';
    await write({
      'project.yaml': {name: 'shop', backend: {local: {path: 'state'}, encryption: {age: {recipients}}}},
      [identities]: x25519.key,
    });
    expect(await loadedBy('apply --yes', dir)).toMatchObject({code: 0});
    const packages = ['commander', 'js-yaml', 'zod'];
    expect(await loadedBy('preview', dir)).toMatchObject({packages, code: 0});
    await write({[identities]: ''});
    expect(await loadedBy('preview', dir)).toMatchObject({packages, code: 0});
  });
});
