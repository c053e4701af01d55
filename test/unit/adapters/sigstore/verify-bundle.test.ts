import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {bundleVerifier} from '../../../../src/adapters/sigstore/verify-bundle.ts';
import type {VerifyBundle} from '../../../../src/core/signature/keyless.ts';

const of = (name: string): string => readFileSync(join(import.meta.dirname, 'public', name), 'utf8');

/** A bundle that the public Fulcio and Rekor made for a job of GitHub in 2024, and the keys that they had then. */
const [BUNDLE, ROOT, SIGNED] = [of('bundle.json'), of('trusted-root.json'), of('signed.txt')] as const;

type Parts = {
  readonly verificationMaterial: {readonly tlogEntries: readonly object[]};
  readonly messageSignature: {readonly signature: string};
};
const {messageSignature, ...rest} = JSON.parse(BUNDLE) as Parts;

const problemOf = (verdict: ReturnType<VerifyBundle>) => ('problem' in verdict ? verdict.problem : verdict);
const verify = (bundle: string, text = SIGNED) => bundleVerifier(ROOT)?.(bundle, text) ?? {problem: 'no root'};

describe('a bundle of the public servers', () => {
  it('the bundle is verified offline, and names the job', () => {
    expect(verify(BUNDLE)).toEqual({
      identity:
        'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main',
      issuer: 'https://token.actions.githubusercontent.com',
    });
  });

  it('the bundle is not the signature of another text', () => {
    expect(problemOf(verify(BUNDLE, `${SIGNED} `))).toContain('signature verification failed');
  });

  it.each([
    ['an entry with another index', {logIndex: '1'}],
    ['an entry with another time', {integratedTime: '1710869300'}],
    ['an entry whose time no log has promised', {inclusionPromise: undefined}],
  ])('%s is refused', (_, change) => {
    const {verificationMaterial: material} = rest;
    const tlogEntries = material.tlogEntries.map((entry) => ({...entry, ...change}));
    const changed = {...rest, messageSignature, verificationMaterial: {...material, tlogEntries}};
    expect(problemOf(verify(JSON.stringify(changed)))).toContain('its bundle cannot be verified');
  });

  it('the signature of an envelope is refused, because its content is another text', () => {
    const dsseEnvelope = {
      payload: Buffer.from('{}').toString('base64'),
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{sig: messageSignature.signature, keyid: ''}],
    };
    expect(problemOf(verify(JSON.stringify({...rest, dsseEnvelope})))).toBe(
      'its bundle is not the signature of a message',
    );
  });

  it.each(['', '{}', 'null', '[]', '{"mediaType":"x"}'])('the text %j is neither a bundle nor a root', (text) => {
    expect(problemOf(verify(text))).toBe('its bundle cannot be read');
    expect(bundleVerifier(text)).toBeUndefined();
    expect(bundleVerifier(`${JSON.stringify(JSON.parse(ROOT))}\n${text}x\n`)).toBeUndefined();
  });
});
