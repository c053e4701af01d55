import {generateKeyPairSync, type KeyObject, sign} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {chartArchive, digestOf} from '../../../rig/chart-archive.ts';
import {fileServer} from '../../../rig/file-server.ts';
import {findCharts, loginsOf} from '../../../rig/find-charts.ts';
import {type OciRegistry, ociRegistry} from '../../../rig/oci-registry.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const WEB = {name: 'web', version: '1.2.0'};
const LOGIN = {username: 'robot', password: 'canary-of-registries'};

const place = ({host}: OciRegistry, rest = '') => ({oci: `oci://${host}/team/web${rest}`});
const lines = ({requests}: OciRegistry) => requests.map(({line}) => line);

async function withVersions(versions: readonly string[], options: Parameters<typeof ociRegistry>[0] = {}) {
  const registry = await ociRegistry(options);
  for (const version of versions) registry.pushChart('team', {name: 'web', version});
  return registry;
}

describe('a chart of an OCI registry', () => {
  it('a chart of an OCI registry is the newest one in the range, from all pages of tags', async () => {
    const registry = await withVersions(['1.0.0', '1.2.0', '1.10.0', '2.0.0', '1.11.0-rc.1'], {pageSize: 2});
    const {charts} = await findCharts();
    expect(await charts({place: place(registry), version: '^1'})).toMatchObject({
      name: 'web',
      version: '1.10.0',
      digest: digestOf(chartArchive({name: 'web', version: '1.10.0'})),
      notes: [{message: 'the chart web is not locked: 1.10.0 is used, the newest version in ^1'}],
    });
  });

  it.each([
    ['an exact version', '', '1.2.0'],
    ['build metadata', '', '1.3.0+build.5'],
    ['a tag', ':1.2.0', undefined],
  ])('with %s is read without listing tags', async (_, rest, version) => {
    const registry = await withVersions(['1.2.0', '1.3.0+build.5']);
    const {charts} = await findCharts();
    const found = await charts({place: place(registry, rest), version});
    expect(found).toMatchObject({version: version ?? '1.2.0', notes: []});
    expect(lines(registry).join()).not.toContain('tags/list');
  });

  it('with a digest is that manifest', async () => {
    const registry = await ociRegistry();
    const {digest} = registry.pushChart('team', WEB);
    registry.pushChart('team', {...WEB, files: {'templates/other.yaml': ''}});
    const {charts} = await findCharts();
    expect(await charts({place: place(registry, `@${digest}`)})).toMatchObject({
      digest: digestOf(chartArchive(WEB)),
      notes: [],
    });
    registry.blobs.set(digest, Buffer.from('{}'));
    expect(await charts({place: place(registry, `@${digest}`)})).toMatchObject({
      problem: `${registry.host} answered with another manifest: ${digestOf('{}')} instead of ${digest}`,
    });
  });

  it('a chart of an OCI registry is never asked for again when it is locked', async () => {
    const registry = await withVersions(['1.2.0']);
    const {charts} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf(chartArchive(WEB)), dependencies: []};
    const first = await charts({place: place(registry), version: '^1', locked});
    await registry.close();
    expect(await charts({place: place(registry), version: '^1', locked})).toEqual(first);
    expect(first).toMatchObject({version: '1.2.0'});
  });

  it('with other contents than its digest is refused', async () => {
    const registry = await ociRegistry();
    const {archive} = registry.pushChart('team', WEB);
    registry.blobs.set(digestOf(archive), Buffer.from('other'));
    const {charts} = await findCharts();
    expect(await charts({place: place(registry)})).toEqual({
      problem: `${registry.host} answered with other contents: ${digestOf('other')} instead of ${digestOf(archive)}`,
    });
  });

  it.each([
    ['the version', '', '9.9.9', 'it has no version 9.9.9', 'Its newest versions are 1.2.0.'],
    ['the tag', ':1.2.1', undefined, 'it has no version 1.2.1', 'Did you mean 1.2.0? Its newest versions are 1.2.0.'],
  ])('a chart of an OCI registry is not found, with a hint for %s', async (_, rest, version, problem, hint) => {
    const registry = await withVersions(['1.2.0']);
    const {charts} = await findCharts();
    expect(await charts({place: place(registry, rest), version})).toEqual({
      problem: `oci://${registry.host}/team/web: ${problem}`,
      hint,
      part: ['version'],
    });
  });

  it.each([
    ['does not exist', 'oci://HOST/team/other', 'oci://HOST/team/other does not exist, or it has no versions'],
    ['is no address', 'oci://HOST', 'oci://HOST is not the address of a chart: oci://HOST/PATH/CHART'],
    ['leads out', 'oci://HOST/../../v1', 'oci://HOST/../../v1 is not the address of a chart: oci://HOST/PATH/CHART'],
  ])('a chart of an OCI registry whose address %s is a problem', async (_, oci, problem) => {
    const registry = await ociRegistry();
    const {charts} = await findCharts();
    const found = await charts({place: {oci: oci.replace('HOST', registry.host)}});
    expect(found).toMatchObject({problem: problem.replace('HOST', registry.host), part: ['oci']});
  });

  it('a chart of an OCI registry has one version: a tag and a version are refused', async () => {
    const registry = await withVersions(['1.2.0']);
    const {charts} = await findCharts();
    expect(await charts({place: place(registry, ':1.2.0'), version: '^1'})).toEqual({
      problem: `oci://${registry.host}/team/web:1.2.0 names a version itself: remove \`version\``,
      part: ['version'],
    });
  });

  it('a chart of an OCI registry cannot be another artifact', async () => {
    const registry = await ociRegistry();
    const config = {mediaType: 'application/vnd.oci.image.config.v1+json', bytes: '{}'};
    registry.push('team/web', '1.2.0', {config, layers: []});
    const {charts} = await findCharts();
    expect(await charts({place: place(registry)})).toMatchObject({
      problem: expect.stringContaining('is not a Helm chart, but application/vnd.oci.image.config.v1+json') as string,
    });
  });

  it('a chart of an OCI registry is found by a registry that stores blobs elsewhere, which gets no login', async () => {
    const bucket = await fileServer((_, response) => void response.writeHead(200).end(chartArchive(WEB)));
    const registry = await ociRegistry({login: LOGIN, by: 'token'});
    const {archive} = registry.pushChart('team', WEB);
    registry.redirects.set(digestOf(archive), `${bucket.address}/blob?signature=1`);
    const {charts} = await findCharts();
    const login = loginsOf({[`oci://${registry.host}`]: LOGIN});
    expect(await charts({place: place(registry), login})).toMatchObject({version: '1.2.0'});
    expect(bucket.requests).toEqual([{line: 'GET /blob?signature=1', authorization: undefined}]);
  });
});

describe('the login of a registry', () => {
  it.each(['basic', 'token'] as const)('the login of a registry is sent by %s', async (by) => {
    const registry = await ociRegistry({login: LOGIN, by});
    registry.pushChart('team', WEB);
    const {charts} = await findCharts();
    const login = loginsOf({[`oci://${registry.host}/team`]: LOGIN});
    expect(await charts({place: place(registry), login, version: '1.2.0'})).toMatchObject({version: '1.2.0'});
    // The password is sent once for a token.
    const sent = registry.requests.filter(({authorization}) => authorization?.startsWith('Basic'));
    expect(sent.length).toBe(by === 'token' ? 1 : 2);
  });

  it('the login of a registry is not needed for an anonymous token', async () => {
    const registry = await ociRegistry({by: 'token'});
    registry.pushChart('team', WEB);
    const {charts} = await findCharts();
    expect(await charts({place: place(registry)})).toMatchObject({version: '1.2.0'});
  });

  it.each(['basic', 'token'] as const)('the login of a registry that is wrong names its setting (%s)', async (by) => {
    const registry = await ociRegistry({login: LOGIN, by});
    registry.pushChart('team', WEB);
    const {charts} = await findCharts();
    const login = loginsOf({[`oci://${registry.host}`]: {...LOGIN, password: 'old'}});
    expect(await charts({place: place(registry), login})).toMatchObject({
      problem: `${registry.host} refused the login (401)`,
      hint: `Check that the values of charts.credentials["oci://${registry.host}"] of the workspace test are correct and have not expired, and that the user may read it.`,
    });
  });

  it('the login of a registry is not sent to the token server of another host, unless the workspace names it', async () => {
    const thief = await fileServer((_, response) => void response.writeHead(200).end('{"token": "t"}'));
    const registry = await ociRegistry({login: LOGIN, by: 'token', realm: `${thief.address}/token`});
    registry.pushChart('team', WEB);
    const {charts} = await findCharts();
    const address = `oci://${registry.host}`;
    expect(await charts({place: place(registry), login: loginsOf({[address]: LOGIN})})).toMatchObject({
      problem: `${registry.host} wants its login to be sent to ${thief.host}, another server`,
      hint: `If you trust it, add \`tokenServer: ${thief.address}\` to charts.credentials["${address}"] of the workspace test.`,
    });
    expect(thief.requests).toEqual([]);
    const trusted = loginsOf({[address]: {...LOGIN, tokenServer: thief.address}});
    expect(await charts({place: place(registry), login: trusted})).toMatchObject({
      problem: `${registry.host} refused the login (401)`,
    });
    expect(thief.requests).toMatchObject([{line: `GET /token?service=test&scope=repository%3Ateam%2Fweb%3Apull`}]);
  });
});

describe('a signature of cosign', () => {
  /** Signs a manifest as `cosign sign --key` does. */
  function signed(registry: OciRegistry, digest: string, key: KeyObject, named = digest): void {
    const payload = JSON.stringify({
      critical: {
        identity: {'docker-reference': `${registry.host}/team/web`},
        image: {'docker-manifest-digest': named},
        type: 'cosign container image signature',
      },
      optional: null,
    });
    const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const signature = sign(algorithm, Buffer.from(payload), key).toString('base64');
    registry.push('team/web', `${digest.replace(':', '-')}.sig`, {
      config: {mediaType: 'application/vnd.oci.image.config.v1+json', bytes: '{}'},
      layers: [
        {
          mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json',
          bytes: payload,
          annotations: {'dev.cosignproject.cosign/signature': signature},
        },
      ],
    });
  }

  const pair = () => generateKeyPairSync('ec', {namedCurve: 'P-256'});

  async function keyFile(key: KeyObject): Promise<string> {
    const file = join(await scratchDirectory(), 'cosign.pub');
    await writeFile(file, key.export({type: 'spki', format: 'pem'}));
    return file;
  }

  it.each([
    ['EC', () => pair()],
    ['RSA', () => generateKeyPairSync('rsa', {modulusLength: 2048})],
    ['Ed25519', () => generateKeyPairSync('ed25519')],
  ])('with a key of %s is verified, and again without the registry', async (_, make) => {
    const registry = await ociRegistry();
    const {digest, archive} = registry.pushChart('team', WEB);
    const {publicKey, privateKey} = make();
    signed(registry, digest, privateKey);
    const verify = {cosign: {key: await keyFile(publicKey)}};
    const {charts} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf(archive), dependencies: []};
    expect(await charts({place: place(registry), verify, locked})).toMatchObject({version: '1.2.0'});
    await registry.close();
    expect(await charts({place: place(registry), verify, locked})).toMatchObject({version: '1.2.0'});
    const other = {cosign: {key: await keyFile(pair().publicKey)}};
    expect(await charts({place: place(registry), verify: other, locked})).toEqual({
      problem: 'the chart is not verified: none of its signatures was made with the key',
      part: ['verify'],
    });
  });

  it('a signature of cosign that is missing fails, also for a chart that the cache has', async () => {
    const registry = await ociRegistry();
    const {digest, archive} = registry.pushChart('team', WEB);
    const {charts} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf(archive), dependencies: []};
    await charts({place: place(registry), locked});
    const verify = {cosign: {key: await keyFile(pair().publicKey)}};
    expect(await charts({place: place(registry), verify, locked})).toMatchObject({
      problem: `oci://${registry.host}/team/web has no cosign signature for ${digest}`,
      part: ['verify'],
    });
  });

  it('a signature of cosign of another manifest, of another key and with a wrong key file fail', async () => {
    const registry = await ociRegistry();
    const {digest} = registry.pushChart('team', WEB);
    const {publicKey, privateKey} = pair();
    const {charts} = await findCharts();
    const key = await keyFile(publicKey);
    const problemWith = async (cosign: {readonly key: string}) => charts({place: place(registry), verify: {cosign}});
    signed(registry, digest, privateKey, digestOf('other'));
    expect(await problemWith({key})).toMatchObject({
      problem: expect.stringContaining('none of its signatures') as string,
    });
    signed(registry, digest, pair().privateKey);
    expect(await problemWith({key})).toMatchObject({
      problem: expect.stringContaining('none of its signatures') as string,
    });
    signed(registry, digest, privateKey);
    expect(await problemWith({key})).toMatchObject({version: '1.2.0'});
    expect(await problemWith({key: '/nowhere/key.pub'})).toMatchObject({
      problem: 'the chart is not verified: the key /nowhere/key.pub cannot be read',
    });
    await writeFile(key, 'no key');
    expect(await problemWith({key})).toMatchObject({
      problem: 'the chart is not verified: the key is not a public key in PEM format',
    });
  });
});
