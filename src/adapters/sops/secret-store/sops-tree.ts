import {CORE_SCHEMA, load, realMapTag, timestampTag} from 'js-yaml';

/** A parsed file in its own order, because the digest of all values depends on it. JavaScript objects sort numeric keys. */
export type Node = Scalar | Date | readonly Node[] | ReadonlyMap<string, Node>;
/** A single value of a sops tree. Each one is encrypted separately. */
export type Scalar = string | number | boolean | null;

/** Reports whether a node is a map, which keeps the order of its keys, because the checksum depends on it. */
export const isMap = (node: Node | undefined): node is ReadonlyMap<string, Node> => node instanceof Map;
/** Reports whether a node is a list. */
export const isItems = (node: Node | undefined): node is readonly Node[] => Array.isArray(node);

/** The formats of sops files. YAML and JSON are both `structured`. */
export type Format = 'structured' | 'dotenv' | 'ini' | 'binary';

const FORMATS: readonly (readonly [string, Format])[] = [
  ['.yaml', 'structured'],
  ['.yml', 'structured'],
  ['.json', 'structured'],
  ['.env', 'dotenv'],
  ['.ini', 'ini'],
];

/** Returns the format by the extension, as sops does. A file with an unknown extension is binary data in a JSON envelope. */
export const formatOf = (path: string): Format => FORMATS.find(([end]) => path.endsWith(end))?.[1] ?? 'binary';

const SCHEMA = CORE_SCHEMA.withTags(realMapTag, timestampTag);

/**
 * Parses the values and the metadata of a sops file. Undefined if sops did not write the file.
 * @throws Error if the text is not YAML
 */
export function sopsTree(
  text: string,
  format: Format,
): {readonly tree: ReadonlyMap<string, Node>; readonly metadata: ReadonlyMap<string, Node>} | undefined {
  if (format === 'dotenv') return dotenvTree(text);
  // JSON is also YAML.
  const whole = load(text, {schema: SCHEMA}) as Node;
  const metadata = isMap(whole) ? whole.get('sops') : undefined;
  if (!isMap(whole) || !isMap(metadata)) return undefined;
  return {tree: new Map([...whole].filter(([key]) => key !== 'sops')), metadata};
}

const PREFIX = 'sops_';

/** Parses a dotenv file, with only the metadata that decryption needs: `sops_age__list_0__map_enc`. */
function dotenvTree(text: string): ReturnType<typeof sopsTree> {
  const tree = new Map<string, Node>();
  const metadata = new Map<string, Node>();
  const recipients = new Map<string, Map<string, Node>>();
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    if (line.startsWith('#') || equals < 0) continue;
    const [key, value] = [line.slice(0, equals), line.slice(equals + 1).replaceAll(String.raw`\n`, '\n')];
    const [, index, field] = /^sops_age__list_(\d+)__map_(\w+)$/.exec(key) ?? [];
    if (index !== undefined && field !== undefined) {
      const recipient = recipients.get(index) ?? new Map<string, Node>();
      recipients.set(index, recipient.set(field, value));
    } else if (key.startsWith(PREFIX)) metadata.set(key.slice(PREFIX.length), value);
    else tree.set(key, value);
  }
  if (metadata.size === 0) return undefined;
  return {tree, metadata: metadata.set('age', [...recipients.values()])};
}
