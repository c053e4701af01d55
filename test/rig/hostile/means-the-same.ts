import type {Json} from '../../../src/core/json.ts';
import {parseReleaseKey, parseSealedKey} from '../../../src/core/release/keys.ts';
import {unpackSigned} from '../../../src/engine/release/pack.ts';
import {decodeSealed} from '../../../src/engine/sealing/sealed-literals.ts';
import {canonicalJson} from '../../../src/lib/canonical-json.ts';

/** Reports whether two texts have the same meaning, despite white space of JSON, spare bits of base64 or the header of gzip. */
export async function meansTheSame(key: string, before: Buffer, after: Buffer): Promise<boolean> {
  const meaning = async (value: Buffer): Promise<unknown> => {
    if (parseReleaseKey(key) !== undefined) {
      const {release, mac} = await unpackSigned({key}, value);
      return {release, mac};
    }
    if (parseSealedKey(key) !== undefined || key.startsWith('terraform/')) {
      const {generation, text} = decodeSealed(key, value);
      return {generation, text: text.split('.').map((part) => Buffer.from(part, 'base64').toString('hex'))};
    }
    return JSON.parse(value.toString()) as Json;
  };
  try {
    return canonicalJson(await meaning(before)) === canonicalJson(await meaning(after));
  } catch {
    return false;
  }
}
