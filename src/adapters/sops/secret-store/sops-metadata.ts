import {withinTime} from '../../../lib/within-time.ts';
import {isItems, isMap, type Node} from './sops-tree.ts';

/** The metadata of a sops file, as far as decryption needs it. */
export type SopsMetadata = {
  /** The recipients for whom the key of the file was encrypted. */
  readonly recipients: readonly {readonly recipient: string; readonly sealed: string}[];
  /** Other key types, which are not supported: `kms`, `pgp`, … */
  readonly others: readonly string[];
  /** The number of key groups. Several groups need keys of each. */
  readonly groups: number;
  readonly mac: string;
  readonly lastModified: string;
  readonly macOnlyEncrypted: boolean;
  /** Reports whether a value at this path is encrypted. Undefined if that depends on comments. */
  readonly encrypts: (path: readonly string[]) => boolean | undefined;
};

const OTHERS = ['kms', 'gcp_kms', 'azure_kv', 'hc_vault', 'hckms', 'pgp'];

/** Reads the `sops` part of a file. Entries of an unknown form are left out. */
export function sopsMetadata(metadata: ReadonlyMap<string, Node>): SopsMetadata {
  const groups = itemsOf(metadata.get('key_groups'));
  const [only, ...more] = groups;
  // A single group is written without a list.
  const holder = only !== undefined && more.length === 0 && isMap(only) ? only : metadata;
  return {
    recipients: itemsOf(holder.get('age')).flatMap((item) => {
      const [recipient, sealed] = isMap(item) ? [item.get('recipient'), item.get('enc')] : [];
      return typeof recipient === 'string' && typeof sealed === 'string' ? [{recipient, sealed}] : [];
    }),
    others: OTHERS.filter((name) => itemsOf(holder.get(name)).length > 0),
    groups: groups.length,
    mac: textOf(metadata.get('mac')),
    lastModified: textOf(metadata.get('lastmodified')),
    macOnlyEncrypted: metadata.get('mac_only_encrypted') === true || metadata.get('mac_only_encrypted') === 'true',
    encrypts: encryptsBy(metadata),
  };
}

function encryptsBy(metadata: ReadonlyMap<string, Node>): SopsMetadata['encrypts'] {
  const rule = (name: string): string => textOf(metadata.get(name));
  if (rule('unencrypted_comment_regex') !== '' || rule('encrypted_comment_regex') !== '') return () => undefined;
  const [without, only] = [rule('unencrypted_suffix'), rule('encrypted_suffix')];
  const [withoutMatch, onlyMatch] = [pattern(rule('unencrypted_regex')), pattern(rule('encrypted_regex'))];
  const judged: SopsMetadata['encrypts'] = (path) => {
    if (withoutMatch === 'unknown' || onlyMatch === 'unknown') return undefined;
    if (onlyMatch !== undefined) return path.some((step) => onlyMatch.test(step));
    if (withoutMatch !== undefined && path.some((step) => withoutMatch.test(step))) return false;
    if (only !== '') return path.some((step) => step.endsWith(only));
    return without === '' || !path.some((step) => step.endsWith(without));
  };
  let isTooSlow = false;
  return (path) => {
    const ended = isTooSlow ? undefined : withinTime(() => judged(path), LONGEST_MS);
    isTooSlow = ended === undefined;
    return ended?.value;
  };
}

/**
 * The time limit in milliseconds for the expressions of a file over the path of one value. The result of a slower expression is
 * unknown, as for an unsupported one.
 */
const LONGEST_MS = 100;

/** Compiles an expression. The result for syntax that only Go supports is unknown. The digest of all values still protects the file. */
function pattern(source: string): RegExp | 'unknown' | undefined {
  if (source === '') return undefined;
  try {
    return new RegExp(source, 'u');
  } catch {
    return 'unknown';
  }
}

const itemsOf = (node: Node | undefined): readonly Node[] => (isItems(node) ? node : []);

/** Returns a text. The time of the last change may be unquoted. */
const textOf = (node: Node | undefined): string =>
  typeof node === 'string' ? node : node instanceof Date ? node.toISOString().replace(/\.\d+Z$/, 'Z') : '';
