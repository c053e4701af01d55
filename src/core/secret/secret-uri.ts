/** A parsed `ref://[store@]name[/seg…][/property][?version=v]`. The store decides which segments are the name. */
export type SecretUri = {
  readonly uri: string;
  /** The name of one of the workspace's `secretStores`. Absent: the workspace's `secretStore`. */
  readonly store?: string;
  /** The segments: at least one, and none is empty. */
  readonly segments: readonly string[];
  readonly version?: string;
};

/** A possible name of a secret, and the property of its value. */
export type SecretName = {readonly name: readonly string[]; readonly property?: string | undefined};

const SCHEME = 'ref://';

/** Parses a reference to a secret store. Returns the problem as a text that continues after the reference. */
export function parseSecretUri(uri: string): SecretUri | {readonly because: string} {
  if (!uri.startsWith(SCHEME)) return {because: 'does not begin with ref://'};
  if (/[\s\p{Cc}]/u.test(uri)) return {because: 'contains a blank'};
  const [path = '', query, ...more] = uri.slice(SCHEME.length).split('?');
  if (path === '') return {because: 'names no secret'};
  const named = /^([A-Za-z0-9_][A-Za-z0-9_.-]*)@(.*)$/.exec(path);
  const store = named?.[1] === undefined ? {} : {store: named[1]};
  const segments = (named?.[2] ?? path).split('/');
  if (segments.includes('')) return {because: 'has an empty segment between slashes'};
  if (query === undefined) return {uri, ...store, segments};
  const version = /^version=([^&]+)$/.exec(query)?.[1];
  if (version === undefined || more.length > 0) return {because: 'must not have anything but ?version=… after `?`'};
  return {uri, ...store, segments, version};
}

/**
 * Returns the possible names of a secret in the order of the lookup: all segments are the name, or the last one is a property. The store
 * decides which comes first.
 */
export function namesOf(
  {segments}: Pick<SecretUri, 'segments'>,
  first: 'property' | 'whole' = 'whole',
): readonly [SecretName, ...SecretName[]] {
  const whole: SecretName = {name: segments};
  const property = segments.at(-1);
  if (segments.length === 1 || property === undefined) return [whole];
  const part: SecretName = {name: segments.slice(0, -1), property};
  return first === 'whole' ? [whole, part] : [part, whole];
}
