import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {askJson, below, type Environment} from './ask-json.ts';
import {KeylessFailure} from './keyless-failure.ts';

/** A signature to record. `digest`: the SHA-256 of the signed text. */
export type Recorded = {readonly digest: Buffer; readonly signature: Buffer; readonly certificate: string};

/**
 * Records a signature in the log of Rekor. Returns the entry as bundles contain it.
 * @throws KeylessFailure, HttpsFailure
 */
export async function recordSignature(
  {digest, signature, certificate}: Recorded,
  env: Environment,
): Promise<JsonObject> {
  const url = below(env['GANTRY_REKOR_URL'] || 'https://rekor.sigstore.dev', 'api/v1/log/entries');
  const content = Buffer.from(certificate).toString('base64');
  const body = {
    apiVersion: '0.0.1',
    kind: 'hashedrekord',
    spec: {
      data: {hash: {algorithm: 'sha256', value: digest.toString('hex')}},
      signature: {content: signature.toString('base64'), publicKey: {content}},
    },
  };
  const [entry] = Object.values(await askJson({server: 'Rekor', url, body}, env));
  const found = isObject(entry) ? entryIn(entry) : undefined;
  if (found === undefined) throw new KeylessFailure('Rekor returned no entry with a proof');
  return found;
}

function entryIn({body, integratedTime, logID, logIndex, verification}: JsonObject): JsonObject | undefined {
  const {inclusionProof: proof, signedEntryTimestamp} = isObject(verification) ? verification : {};
  if (typeof body !== 'string' || typeof signedEntryTimestamp !== 'string' || !isObject(proof)) return undefined;
  const {checkpoint, hashes, logIndex: at, rootHash, treeSize} = proof;
  return {
    logIndex: wordOf(logIndex),
    logId: {keyId: fromHex(logID)},
    kindVersion: {kind: 'hashedrekord', version: '0.0.1'},
    integratedTime: wordOf(integratedTime),
    inclusionPromise: {signedEntryTimestamp},
    inclusionProof: {
      logIndex: wordOf(at),
      rootHash: fromHex(rootHash),
      treeSize: wordOf(treeSize),
      hashes: isList(hashes) ? hashes.map(fromHex) : [],
      checkpoint: {envelope: wordOf(checkpoint)},
    },
    canonicalizedBody: body,
  };
}

const fromHex = (value: Json | undefined): string => Buffer.from(wordOf(value), 'hex').toString('base64');

/** Returns a text, or a number as bundles write it. @throws KeylessFailure */
function wordOf(value: Json | undefined): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new KeylessFailure('Rekor returned an entry without its place in the log');
}
