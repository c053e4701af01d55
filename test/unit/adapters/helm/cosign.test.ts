import {generateKeyPairSync, sign} from 'node:crypto';
import {expect, it} from 'vitest';
import {verifyCosign} from '../../../../src/adapters/helm/cosign.ts';
import {digestOf} from '../../../rig/chart-archive.ts';

const {privateKey, publicKey} = generateKeyPairSync('ed25519');
const KEY = publicKey.export({type: 'spki', format: 'pem'}).toString();
const ARCHIVE = digestOf('archive');
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

/** Returns a signature of a manifest by the key. */
function signatureOf(manifest: string) {
  const payload = JSON.stringify({
    critical: {type: 'cosign container image signature', image: {'docker-manifest-digest': digestOf(manifest)}},
  });
  return {payload: base64(payload), signature: base64(sign(null, Buffer.from(payload), privateKey))};
}

const proofOf = (manifest: string, signatures: unknown = [signatureOf(manifest)]): string =>
  JSON.stringify({manifest: base64(manifest), signatures});
const verified = (proof: string): string | undefined => verifyCosign(Buffer.from(proof), ARCHIVE, KEY);

const MANIFEST = JSON.stringify({layers: [{digest: ARCHIVE}]});
const UNREADABLE = 'its signature cannot be read';

it('a kept signature proves the archive that its manifest names', () => {
  expect(verified(proofOf(MANIFEST))).toBeUndefined();
  expect(verified(proofOf(JSON.stringify({layers: [null, {}]})))).toBe(
    'the signed manifest belongs to another archive',
  );
});

it.each([
  {damage: 'that is empty', proof: ''},
  {damage: 'that is null', proof: 'null'},
  {damage: 'without a manifest', proof: '{"signatures": []}'},
  {damage: 'without signatures', proof: proofOf(MANIFEST, null)},
  {damage: 'with a manifest that is cut', proof: proofOf(MANIFEST.slice(0, 9))},
  {damage: 'with a manifest that is null', proof: proofOf('null')},
  {damage: 'with layers that are null', proof: proofOf('{"layers": null}')},
  {damage: 'without layers', proof: proofOf('{}')},
])('a kept signature $damage cannot be read', ({proof}) => expect(verified(proof)).toBe(UNREADABLE));

it('signatures of a damaged proof that lack a signature prove nothing', () => {
  const broken = [null, 'x', {}, {payload: 1, signature: 2}, {payload: base64('{'), signature: ''}];
  expect(verified(proofOf(MANIFEST, broken))).toBe('none of its signatures was made with the key');
});
