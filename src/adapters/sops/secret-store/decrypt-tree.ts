import {createDecipheriv, createHash, type Hash, timingSafeEqual} from 'node:crypto';
import type {Json} from '../../../core/json.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {SopsMetadata} from './sops-metadata.ts';
import {isItems, isMap, type Node, type Scalar} from './sops-tree.ts';

/** Decrypted values. A leaf is bytes if it is not text. */
export type Clear = Json | Uint8Array | readonly Clear[] | ReadonlyMap<string, Clear>;

const SEALED = /^ENC\[AES256_GCM,data:(.*),iv:(.+),tag:(.+),type:(\w+)\]$/;

/** The start of a digest that covers only encrypted values: sha256 of `sops`. */
const ONLY_ENCRYPTED = createHash('sha256').update('sops').digest();

/** Marks a comment, which a sops list may contain. */
const COMMENT = Symbol('a comment');

type Work = {
  readonly key: Uint8Array;
  readonly metadata: SopsMetadata;
  /** The digest of all values in the order of the file. */
  readonly digest: Hash;
};

/** The reason why a file is not trusted. Never thrown out of this file. */
class Damaged extends Error {}

/** Decrypts all values and verifies that none was changed, moved, added or removed. */
export function decryptTree(
  tree: ReadonlyMap<string, Node>,
  metadata: SopsMetadata,
  key: Uint8Array,
): {readonly clear: ReadonlyMap<string, Clear>} | NoSecret {
  const digest = createHash('sha512');
  if (metadata.macOnlyEncrypted) digest.update(ONLY_ENCRYPTED);
  try {
    const clear = open(tree, [], {key, metadata, digest});
    if (!(clear instanceof Map)) throw new Damaged('it contains no map');
    verify(digest, metadata, key);
    return {clear: clear as ReadonlyMap<string, Clear>};
  } catch (error) {
    if (error instanceof Damaged) return {because: error.message, hint: DAMAGED};
    throw error;
  }
}

const DAMAGED = 'Run sops edit FILE to see where: the file was changed without sops, or not copied completely.';

function open(node: Node, path: readonly string[], work: Work): Clear | typeof COMMENT {
  if (isMap(node)) {
    const entries = [...node].map(([name, value]) => [name, open(value, [...path, name], work)] as const);
    return new Map(entries.flatMap(([name, value]) => (value === COMMENT ? [] : [[name, value] as const])));
  }
  if (isItems(node))
    return node.map((item) => open(item, path, work)).filter((item): item is Clear => item !== COMMENT);
  if (typeof node === 'string') return openText(node, path, work);
  if (node === null) return null;
  if (work.metadata.encrypts(path) === true) throw new Damaged(`${path.join('.')} is not encrypted, but must be`);
  if (!work.metadata.macOnlyEncrypted) work.digest.update(asWritten(node));
  return node instanceof Date ? asWritten(node) : node;
}

function openText(text: string, path: readonly string[], {key, metadata, digest}: Work): Clear | typeof COMMENT {
  const encrypted = metadata.encrypts(path);
  if (text === '' || encrypted === false || (encrypted === undefined && !SEALED.test(text))) {
    if (!metadata.macOnlyEncrypted) digest.update(text);
    return text;
  }
  if (!SEALED.test(text)) throw new Damaged(`${path.join('.')} is not encrypted, but must be`);
  const found = unseal(text, key, `${path.join(':')}:`);
  if (found === undefined) throw new Damaged(`${path.join('.')} cannot be decrypted`);
  if (found.type === 'comment') return COMMENT;
  digest.update(found.bytes);
  return valueOf(found);
}

type Unsealed = {readonly bytes: Buffer; readonly type: string};

/** Decrypts a value. Its path is authenticated, so it cannot be moved to another path. */
function unseal(text: string, key: Uint8Array, place: string): Unsealed | undefined {
  const [, data = '', iv = '', tag = '', type = ''] = SEALED.exec(text) ?? [];
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), {authTagLength: 16});
    decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, 'base64'));
    return {bytes: Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]), type};
  } catch {
    return undefined;
  }
}

function valueOf({bytes, type}: Unsealed): Clear {
  const text = bytes.toString('utf8');
  if (type === 'bool') return text.toLowerCase() === 'true';
  // A number that JavaScript would round stays a string.
  if (type === 'int' || type === 'float') return String(Number(text)) === text ? Number(text) : text;
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes;
}

/** Formats a value as Go does. */
function asWritten(value: Exclude<Scalar, string | null> | Date): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, 'Z');
  return Number.isInteger(value) ? BigInt(value).toString() : plainNumber(value);
}

/** Formats a number without an exponent. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/(?<!0)0+$/, '') : text;
}

function verify(digest: Hash, {mac, lastModified}: SopsMetadata, key: Uint8Array): void {
  const wanted = unseal(mac, key, lastModified);
  if (wanted === undefined) throw new Damaged('its digest (sops.mac) cannot be decrypted');
  const found = Buffer.from(digest.digest('hex').toUpperCase());
  if (found.length !== wanted.bytes.length || !timingSafeEqual(found, wanted.bytes))
    throw new Damaged('its values were changed after it was written (sops.mac differs)');
}
