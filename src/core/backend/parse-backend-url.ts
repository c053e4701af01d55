import type {DeclaredBackend} from './backend-config.ts';
import {BUCKET_NAME, plainPrefix} from './bucket-names.ts';
import {holdsLogin, LOGIN_PROBLEM} from './without-credentials.ts';

export type ParsedBackend = DeclaredBackend | {readonly problem: string};

const FORMS = 'local, local:DIR, s3://BUCKET[/PREFIX] or kubernetes://NAMESPACE';

/**
 * One line for one backend: `local[:DIR]`, `s3://BUCKET[/PREFIX][?region=&endpoint=&pathStyle=&profile=&caFile=&sse=&kmsKeyId=]`,
 * `kubernetes://NAMESPACE[?workspace=NAME]`. Credentials are no part of it: a URL is printed and logged.
 */
export function parseBackendUrl(text: string): ParsedBackend {
  if (text === 'local') return {kind: 'local'};
  if (text.startsWith('local:')) return localAt(text.slice('local:'.length));
  const parts = /^(s3|kubernetes):\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  if (parts === null) return {problem: `it is none of ${FORMS}`};
  const [, scheme, host = '', path = '', query = ''] = parts;
  const options = new URLSearchParams(query);
  // A secret may hold a slash: then what stands before that looks like the host.
  if (/[@:]/.test(host) || holdsLogin(options.get('endpoint') ?? '')) return {problem: LOGIN_PROBLEM};
  return scheme === 's3' ? bucket(host, path, options) : namespace(host, path, options);
}

const localAt = (path: string): ParsedBackend =>
  path === '' ? {problem: '`local:` is followed by a directory'} : {kind: 'local', path};

const BUCKET_OPTIONS = ['region', 'endpoint', 'pathStyle', 'profile', 'caFile', 'sse', 'kmsKeyId'];

function bucket(name: string, path: string, options: URLSearchParams): ParsedBackend {
  const problem = problemOfOptions(options, BUCKET_OPTIONS);
  if (problem !== undefined) return {problem};
  if (!BUCKET_NAME.test(name)) return {problem: `${name || '(nothing)'} is no name of a bucket`};
  const prefix = plainPrefix(path);
  const pathStyle = options.get('pathStyle');
  if (pathStyle !== null && pathStyle !== 'true' && pathStyle !== 'false')
    return {problem: '`pathStyle` is true or false'};
  const encryption = encryptionOf(options.get('sse'), options.get('kmsKeyId'));
  if (encryption !== undefined && 'problem' in encryption) return encryption;
  return {
    kind: 's3',
    bucket: name,
    ...(prefix === undefined ? {} : {prefix}),
    ...textOptions(options, ['region', 'endpoint', 'profile', 'caFile']),
    ...(pathStyle === null ? {} : {pathStyle: pathStyle === 'true'}),
    ...(encryption === undefined ? {} : {encryption}),
  };
}

type Encryption = NonNullable<Extract<DeclaredBackend, {kind: 's3'}>['encryption']>;

function encryptionOf(sse: string | null, keyId: string | null): Encryption | {readonly problem: string} | undefined {
  if (sse === null) return keyId === null ? undefined : {algorithm: 'aws:kms', keyId};
  if (sse === 'AES256')
    return keyId === null ? {algorithm: 'AES256'} : {problem: '`kmsKeyId` belongs to `sse=aws:kms`'};
  if (sse === 'aws:kms') return {algorithm: 'aws:kms', ...(keyId === null ? {} : {keyId})};
  return {problem: '`sse` is AES256 or aws:kms'};
}

function namespace(name: string, path: string, options: URLSearchParams): ParsedBackend {
  const problem = problemOfOptions(options, ['workspace']);
  if (problem !== undefined) return {problem};
  if (path !== '') return {problem: 'nothing follows the namespace'};
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return {problem: `${name || '(nothing)'} is no namespace`};
  return {kind: 'kubernetes', namespace: name, ...textOptions(options, ['workspace'])};
}

function problemOfOptions(options: URLSearchParams, known: readonly string[]): string | undefined {
  const unknown = [...options.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) return `it has no option \`${unknown}\`; known: ${known.join(', ')}`;
  const empty = known.find((key) => options.get(key) === '');
  return empty === undefined ? undefined : `its option \`${empty}\` is empty`;
}

const textOptions = <Name extends string>(
  options: URLSearchParams,
  names: readonly Name[],
): {readonly [K in Name]?: string} =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = options.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ) as {readonly [K in Name]?: string};
