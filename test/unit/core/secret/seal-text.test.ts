import {expect, it} from 'vitest';
import {openText, sealText} from '../../../../src/core/secret/seal-text.ts';
import {openValues, sealValues} from '../../../../src/core/secret/seal-values.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const key = new Secret('the key of a backend');
const sealing = {key, purpose: 'a test'};

it('a sealed text is opened with the same key and purpose only', () => {
  const sealed = sealText(sealing, 'canary');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('canary');
  expect(openText(sealing, sealed)).toBe('canary');
  expect(openText({...sealing, key: new Secret('another')}, sealed)).toBeUndefined();
  expect(openText({...sealing, purpose: 'another'}, sealed)).toBeUndefined();
});

it('a sealed text that was changed or cut is not opened', () => {
  const bytes = Buffer.from(sealText(sealing, 'canary'), 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openText(sealing, changed.toString('base64')), `byte ${at}`).toBeUndefined();
    expect(openText(sealing, bytes.subarray(0, at).toString('base64')), `length ${at}`).toBeUndefined();
  }
});

it('equal texts are sealed alike, and different ones with different nonces', () => {
  expect(sealText(sealing, 'a')).toBe(sealText(sealing, 'a'));
  expect(sealText(sealing, 'a').slice(0, 16)).not.toBe(sealText(sealing, 'b').slice(0, 16));
});

it('sealed values are text and bytes, and none is sealed without values', () => {
  const values = new Map([
    ['ref://a', new Secret('text')],
    ['ref://b', new Secret(Buffer.from([0xff, 0]))],
  ]);
  const opened = openValues(sealValues(values, key), key);
  expect(opened?.get('ref://a')?.reveal()).toBe('text');
  expect(opened?.get('ref://b')?.isText).toBe(false);
  expect(opened?.get('ref://b')?.base64()).toBe('/wA=');
  expect(sealValues(new Map(), key)).toBeUndefined();
  expect(openValues(undefined, key)).toBeUndefined();
});
