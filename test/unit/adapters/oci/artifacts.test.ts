import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {artifactsBy} from '../../../../src/adapters/oci/artifacts.ts';
import {ociRegistryBy} from '../../../../src/adapters/oci/oci-registry.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import type {ArtifactWanted} from '../../../../src/ports/artifacts.ts';
import {archiveArtifact, fluxArtifact, orasDirectory, orasFiles} from '../../../rig/artifacts.ts';
import {CHART_TYPES, type OciLayer, ociRegistry} from '../../../rig/oci-registry.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

async function rig(options: Parameters<typeof ociRegistry>[0] = {}) {
  const home = await scratchDirectory();
  const registry = await ociRegistry(options);
  const network = {env: {}, signal: new AbortController().signal};
  const fetch = artifactsBy({home, registry: async () => ociRegistryBy(network)});
  const address = `oci://${registry.host}/org/app`;
  const problem = async (wanted: Partial<ArtifactWanted> = {}) => {
    const found = await fetch({address, ...wanted});
    return 'problem' in found ? found.problem : undefined;
  };
  const files = async (wanted: Partial<ArtifactWanted> = {}) => {
    const found = await fetch({address, ...wanted});
    if ('problem' in found) throw new Error(found.problem);
    const entries = await readdir(found.directory, {recursive: true, withFileTypes: true});
    const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    const read = paths.map(
      async (path) => [path.slice(found.directory.length + 1), await readFile(path, 'utf8')] as const,
    );
    return {digest: found.digest, files: Object.fromEntries(await Promise.all(read))};
  };
  return {home, registry, address, problem, files};
}

describe('fetching an artifact', () => {
  it.each([
    {
      name: 'flux push artifact',
      artifact: fluxArtifact({'a.yaml': MAP, './base/b.yaml': MAP}),
      want: ['a.yaml', 'base/b.yaml'],
    },
    {name: 'oras push of a directory', artifact: orasDirectory('deploy', {'a.yaml': MAP}), want: ['deploy/a.yaml']},
    {
      name: 'oras push of files',
      artifact: orasFiles({'a.yaml': MAP, 'deploy/b.json': '{}'}),
      want: ['a.yaml', 'deploy/b.json'],
    },
    {
      name: 'oras push of files with a type',
      artifact: orasFiles({'a.yaml': MAP}, 'application/yaml'),
      want: ['a.yaml'],
    },
  ])('the files of an artifact of $name are read', async ({artifact, want}) => {
    const {registry, files} = await rig();
    const digest = registry.push('org/app', 'latest', artifact);
    const found = await files();
    expect(found.digest).toBe(digest);
    expect(Object.keys(found.files).toSorted()).toEqual(want);
    expect(found.files['a.yaml'] ?? found.files['deploy/a.yaml']).toBe(MAP);
  });

  it('a version selects the newest tag in its range, and a tag of the address itself', async () => {
    const {registry, address, files, problem} = await rig();
    for (const tag of ['1.0.0', '1.2.0', '2.0.0', 'latest'])
      registry.push('org/app', tag, fluxArtifact({'a.yaml': tag}));
    expect((await files({version: '^1.0'})).files).toEqual({'a.yaml': '1.2.0'});
    expect((await files({address: `${address}:2.0.0`})).files).toEqual({'a.yaml': '2.0.0'});
    expect(await problem({version: '^3'})).toContain('has no version ^3');
    expect(await problem({address: `${address}:nope`})).toContain('has no tag nope');
  });

  it('an artifact with a known digest is fetched once, and then read without the registry', async () => {
    const {registry, files, problem} = await rig();
    const digest = registry.push('org/app', '1', fluxArtifact({'a.yaml': MAP}));
    registry.push('org/app', '1', fluxArtifact({'a.yaml': 'moved'}));
    expect((await files({digest})).files).toEqual({'a.yaml': MAP});
    await registry.close();
    expect((await files({digest})).files).toEqual({'a.yaml': MAP});
    expect(await problem({digest: `sha256:${'0'.repeat(64)}`})).toMatch(/refused|ECONNREFUSED/);
  });

  it('a private artifact is fetched with the login of the workspace only', async () => {
    const {registry, files, problem} = await rig({by: 'token', login: {username: 'ann', password: 'canary-3b'}});
    registry.push('org/app', 'latest', fluxArtifact({'a.yaml': MAP}));
    expect(await problem()).toMatch(/login|401/i);
    const login = async () => ({
      username: new Secret('ann'),
      password: new Secret('canary-3b'),
      setting: 'charts.credentials',
    });
    expect((await files({login})).files).toEqual({'a.yaml': MAP});
    const wrong = async () => ({
      username: new Secret('ann'),
      password: new Secret('wrong-9c'),
      setting: 'charts.credentials',
    });
    expect(await problem({login: wrong, address: `oci://${registry.host}/org/app:other`})).not.toContain('wrong-9c');
  });
});

describe('an artifact that is refused', () => {
  const helm = {
    config: {mediaType: CHART_TYPES.config, bytes: '{}'},
    layers: [{mediaType: CHART_TYPES.layer, bytes: 'x'}],
  };
  const imageLayer: OciLayer = {mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', bytes: 'x'};
  const image = {
    config: {mediaType: 'application/vnd.oci.image.config.v1+json', bytes: '{}'},
    layers: [imageLayer, {...imageLayer, bytes: 'y'}],
  };
  it.each([
    {name: 'a chart', artifact: helm, why: /is a Helm chart$/},
    {name: 'a container image', artifact: image, why: /is a container image$/},
    {name: 'an artifact without files', artifact: {...helm, config: imageLayer, layers: []}, why: /has no files$/},
    {name: 'a path with ..', artifact: archiveArtifact([{name: '../a.yaml'}]), why: /leads out of its directory/},
    {name: 'an absolute path', artifact: archiveArtifact([{name: '/etc/a.yaml'}]), why: /is an absolute path/},
    {
      name: 'a symbolic link',
      artifact: archiveArtifact([{name: 'a', type: '2', linkName: '/etc'}]),
      why: /is a symbolic link/,
    },
    {name: 'a hard link', artifact: archiveArtifact([{name: 'a', type: '1', linkName: 'b'}]), why: /is a hard link/},
    {name: 'a device', artifact: archiveArtifact([{name: 'a', type: '3'}]), why: /is a device/},
    {
      name: 'a file that is a directory too',
      artifact: archiveArtifact([{name: 'a'}, {name: 'a/b'}]),
      why: /two files with the path/,
    },
    {
      name: 'two layers with one file',
      artifact: {
        ...orasFiles({'a.yaml': MAP}),
        layers: [...orasFiles({'a.yaml': MAP}).layers, ...orasFiles({'a.yaml': 'b'}).layers],
      },
      why: /two files with the path a.yaml/,
    },
    {name: 'a single file with ..', artifact: orasFiles({'../a.yaml': MAP}), why: /leads out of its directory/},
    {
      name: 'a damaged archive',
      artifact: {...helm, config: imageLayer, layers: [{...imageLayer, bytes: Buffer.from([0x1f, 0x8b, 1])}]},
      why: /it is damaged/,
    },
  ])('$name is refused, and nothing is kept', async ({artifact, why}) => {
    const {registry, problem, home} = await rig();
    registry.push('org/app', 'latest', artifact);
    expect(await problem()).toMatch(why);
    expect(await readdir(join(home, 'cache', 'oci'))).toEqual([]);
  });

  it('other bytes than those of the digest, and an archive that unpacks to very much, are refused', async () => {
    const {registry, problem, home} = await rig();
    const artifact = fluxArtifact({'a.yaml': MAP});
    registry.push('org/app', 'latest', artifact);
    const [digest = ''] = [...registry.blobs]
      .filter(([, bytes]) => Buffer.compare(bytes, artifact.layers[0]?.bytes ?? Buffer.alloc(0)) === 0)
      .map(([key]) => key);
    registry.blobs.set(digest, Buffer.from('other'));
    expect(await problem()).toContain('other contents');
    const bomb = archiveArtifact([{name: 'a.yaml', content: Buffer.alloc(257 * 2 ** 20)}]);
    registry.push('org/app', 'bomb', bomb);
    expect(await problem({address: `oci://${registry.host}/org/app:bomb`})).toContain('unpacks to more than 256 MiB');
    expect(await readdir(join(home, 'cache', 'oci'))).toEqual([]);
  });
});
