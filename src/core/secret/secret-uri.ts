/** What `ref://[store@]name[/seg…][/property][?version=v]` names. Which segments are the name is for the store to say. */
export type SecretUri = {
  readonly uri: string;
  /** One of the workspace's `secretStores`; without it the workspace's `secretStore`. */
  readonly store?: string;
  /** At least one; none is empty. */
  readonly segments: readonly string[];
  readonly version?: string;
};

/** A name by which a store may keep the secret, and what is looked up in its value. */
export type SecretName = {readonly name: readonly string[]; readonly property?: string | undefined};

const SCHEME = 'ref://';

/** Takes a reference to a secret store apart, or says what is wrong with it, in words that go on from the reference. */
export function parseSecretUri(uri: string): SecretUri | {readonly because: string} {
  if (!uri.startsWith(SCHEME)) return {because: 'does not begin with ref://'};
  if (/[\s\p{Cc}]/u.test(uri)) return {because: 'holds a blank'};
  const [path = '', query, ...more] = uri.slice(SCHEME.length).split('?');
  if (path === '') return {because: 'names no secret'};
  const named = /^([A-Za-z0-9_][A-Za-z0-9_.-]*)@(.*)$/.exec(path);
  const store = named?.[1] === undefined ? {} : {store: named[1]};
  const segments = (named?.[2] ?? path).split('/');
  if (segments.includes('')) return {because: 'has an empty segment between slashes'};
  if (query === undefined) return {uri, ...store, segments};
  const version = /^version=([^&]+)$/.exec(query)?.[1];
  if (version === undefined || more.length > 0)
    return {because: 'may end with ?version=… and with nothing else after `?`'};
  return {uri, ...store, segments, version};
}

/**
 * Where to look, in this order: all segments are the name, or the last one is a property of what the others name. Which of them
 * goes first is for the store to say.
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
