import {describe, expect, it} from 'vitest';
import {readOciAddress} from '../../../../src/adapters/oci/oci-address.ts';
import {openRegistry, type RegistryOptions} from '../../../../src/adapters/oci/registry.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import {fileAuthority} from '../../../rig/file-server.ts';
import {type OciRegistry, ociRegistry} from '../../../rig/oci-registry.ts';

const LAYER = {mediaType: 'application/yaml', bytes: 'kind: ConfigMap\n'};
const CONFIG = {mediaType: 'application/vnd.oci.empty.v1+json', bytes: '{}'};
const SHA = `sha256:${'0'.repeat(64)}`;

const addressOf = ({host}: OciRegistry, rest = 'org/app:1.0.0') => {
  const address = readOciAddress(`oci://${host}/${rest}`);
  if (address === undefined) throw new Error('this is not an address');
  return address;
};

const clientOf = (options: Partial<RegistryOptions> = {}) =>
  openRegistry({env: {}, signal: new AbortController().signal, ...options});

async function pushed(features: Parameters<typeof ociRegistry>[0] = {}) {
  const registry = await ociRegistry(features);
  const digest = registry.push('org/app', '1.0.0', {config: CONFIG, layers: [LAYER]});
  return {registry, digest};
}

describe('the address of an artifact', () => {
  it.each([
    ['oci://ghcr.io/org/app', {registry: 'ghcr.io', name: 'org/app'}],
    ['oci://localhost:5000/app:1.0.0_x', {registry: 'localhost:5000', name: 'app', tag: '1.0.0_x'}],
    [`oci://h/a:1@${SHA}`, {registry: 'h', name: 'a', tag: '1', digest: SHA}],
    ['oci://[::1]:5000/a', {registry: '[::1]:5000', name: 'a'}],
    ['https://ghcr.io/org/app', undefined],
    ['oci://user:password@ghcr.io/app', undefined],
    ['oci://ghcr.io/../app', undefined],
    ['oci://ghcr.io/App', undefined],
    ['oci://ghcr.io/app@sha256:12', undefined],
    ['oci://ghcr.io/app?x=1', undefined],
  ])('%s is read', (text, want) => expect(readOciAddress(text)).toEqual(want));
});

describe('the client of registries', () => {
  it('an artifact is fetched by its tag and by its digest', async () => {
    const {registry, digest} = await pushed();
    const client = clientOf();
    const address = addressOf(registry);
    const manifest = await client.manifest(address);
    expect(manifest).toMatchObject({digest, layers: [{mediaType: LAYER.mediaType}]});
    expect(await client.manifest({...address, digest})).toEqual(manifest);
    const [layer] = manifest.layers;
    expect(layer && (await client.blob(address, layer, 1000)).toString()).toBe(LAYER.bytes);
  });

  it.each(['token', 'basic'] as const)('a registry with a %s login gets it once, and only when it asks', async (by) => {
    const {registry} = await pushed({by, login: {username: 'ann', password: 'canary-7d1e'}});
    const client = clientOf({login: async () => ({username: 'ann', password: new Secret('canary-7d1e')})});
    await client.manifest(addressOf(registry));
    await client.tags(addressOf(registry));
    const basic = `Basic ${Buffer.from('ann:canary-7d1e').toString('base64')}`;
    const sent = registry.requests.map(({authorization}) => authorization);
    expect(sent.slice(0, 2)).toEqual([undefined, basic]);
    expect(sent.slice(2)).toEqual(
      by === 'basic' ? [basic] : [expect.stringMatching('^Bearer '), expect.stringMatching('^Bearer ')],
    );
  });

  it.each([
    {name: 'none', login: undefined, why: 'requires a login'},
    {name: 'a wrong one', login: {username: 'ann', password: new Secret('wrong-9b2c')}, why: 'refused the login'},
  ])('a registry that needs a login refuses $name, and the message does not quote it', async ({login, why}) => {
    const {registry} = await pushed({by: 'token', login: {username: 'ann', password: 'right'}});
    const failed = clientOf({login: async () => login}).manifest(addressOf(registry));
    await expect(failed).rejects.toThrow(why);
    await expect(failed).rejects.not.toThrow('wrong-9b2c');
  });

  it.each(['http://169.254.169.254/token', 'https://metadata.google.internal/token', 'http://tokens.example/token'])(
    'a registry that sends for a token to %s does not get the login there',
    async (realm) => {
      const {registry} = await pushed({by: 'token', login: {username: 'ann', password: 'right'}, realm});
      const client = clientOf({login: async () => ({username: 'ann', password: new Secret('right')})});
      await expect(client.manifest(addressOf(registry))).rejects.toThrow(/no valid server|only https/);
    },
  );

  it('other bytes than those of the digest are refused', async () => {
    const {registry, digest} = await pushed();
    const client = clientOf();
    const address = addressOf(registry);
    const {layers} = await client.manifest({...address, digest});
    const [layer] = layers;
    if (layer === undefined) throw new Error('the artifact has no layer');
    registry.blobs.set(layer.digest, Buffer.from('kind: Configmap\n'));
    await expect(client.blob(address, layer, 1000)).rejects.toThrow('gave other bytes');
    await expect(client.blob(address, layer, 10)).rejects.toThrow('at most 10 are accepted');
  });

  it('all pages of tags are read', async () => {
    const registry = await ociRegistry({pageSize: 2});
    const tags = ['1', '2', '3', '4', '5'];
    for (const tag of tags) registry.push('org/app', tag, {config: CONFIG, layers: []});
    expect(await clientOf().tags(addressOf(registry))).toEqual(tags);
  });

  it('a redirect of a blob is followed by https only', async () => {
    const {registry, digest} = await pushed();
    const client = clientOf();
    const address = addressOf(registry);
    const [layer] = (await client.manifest({...address, digest})).layers;
    if (layer === undefined) throw new Error('the artifact has no layer');
    for (const [to, why] of [
      ['http://elsewhere.example/blob', 'only https is followed'],
      ['https://169.254.169.254/blob', 'metadata address'],
    ] as const) {
      registry.redirects.set(layer.digest, to);
      await expect(client.blob(address, layer, 1000)).rejects.toThrow(why);
    }
  });

  it('a tag that does not exist is named', async () => {
    const {registry} = await pushed();
    await expect(clientOf().manifest(addressOf(registry, 'org/app:2'))).rejects.toThrow(
      `the registry does not have the tag 2 of oci://${registry.host}/org/app`,
    );
  });

  it('a registry with a certificate is trusted only with its authority', async () => {
    const {registry, digest} = await pushed({withTls: true});
    const ca = fileAuthority.cert;
    expect(await clientOf({ca}).manifest(addressOf(registry))).toMatchObject({digest});
    await expect(clientOf({ca: '-'}).manifest(addressOf(registry))).rejects.toThrow('does not trust');
  });
});
