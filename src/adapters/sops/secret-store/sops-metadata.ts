import {withinTime} from '../../../lib/within-time.ts';
import {isItems, isMap, type Node} from './sops-tree.ts';

/** What sops writes beside the values, as far as reading needs it. */
export type SopsMetadata = {
  /** For whom the key of the file was sealed. */
  readonly recipients: readonly {readonly recipient: string; readonly sealed: string}[];
  /** Other ways to the key, that nobody goes here: `kms`, `pgp`, … */
  readonly others: readonly string[];
  /** It takes keys of several groups. */
  readonly groups: number;
  readonly mac: string;
  readonly lastModified: string;
  readonly macOnlyEncrypted: boolean;
  /** Whether a value at this path is encrypted; undefined: that depends on comments. */
  readonly encrypts: (path: readonly string[]) => boolean | undefined;
};

const OTHERS = ['kms', 'gcp_kms', 'azure_kv', 'hc_vault', 'hckms', 'pgp'];

/** Reads the `sops` part of a file; entries of an unknown form are left out. */
export function sopsMetadata(metadata: ReadonlyMap<string, Node>): SopsMetadata {
  const groups = itemsOf(metadata.get('key_groups'));
  const [only, ...more] = groups;
  // One group is written without a list of them.
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

/** For the expressions of a file, over the keys that lead to one value. One that takes longer is left open, as one that is not understood. */
const LONGEST_MS = 100;

/** What Go understands and JavaScript does not is left open: the digest of all values tells of it. */
function pattern(source: string): RegExp | 'unknown' | undefined {
  if (source === '') return undefined;
  try {
    return new RegExp(source, 'u');
  } catch {
    return 'unknown';
  }
}

const itemsOf = (node: Node | undefined): readonly Node[] => (isItems(node) ? node : []);

/** The time of the last change may stand without quotes. */
const textOf = (node: Node | undefined): string =>
  typeof node === 'string' ? node : node instanceof Date ? node.toISOString().replace(/\.\d+Z$/, 'Z') : '';
