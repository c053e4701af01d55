import {defined} from '../../lib/defined.ts';
import {type AnyDescriptor, BACKENDS, type DeclaredBackend} from '../../registry/backends.ts';
import {optionsOf} from './address-options.ts';
import {BACKEND_FORMS} from './backend-forms.ts';
import {holdsLogin, LOGIN_PROBLEM} from './without-credentials.ts';

/** The backend that a URL names, or the problem of the URL. */
export type ParsedBackend = DeclaredBackend | {readonly problem: string};

/**
 * Parses a backend in one line: a word (`local[:DIR]`), or `SCHEME://HOST[/PATH][?OPTIONS]` with the options of its descriptor.
 * Refuses credentials, because URLs are printed and logged.
 */
export function parseBackendUrl(text: string): ParsedBackend {
  const word = BACKENDS.find(
    ({address: {isWord, scheme}}) => isWord && (text === scheme || text.startsWith(`${scheme}:`)),
  );
  if (word !== undefined) return atWord(word, text);
  const parts = /^([a-z0-9]+):\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  const [, scheme, host = '', path = '', query = ''] = parts ?? [];
  const found = BACKENDS.find(({address}) => address.scheme === scheme && address.isWord !== true);
  if (found === undefined) return {problem: `it is not one of ${BACKEND_FORMS}`};
  const options = new URLSearchParams(query);
  // A secret may contain a slash. The text before that slash then looks like the host.
  if (/[@:]/.test(host) || [...options.values()].some(holdsLogin)) return {problem: LOGIN_PROBLEM};
  return atAddress(found, {host, path, options});
}

function atWord({kind, address}: AnyDescriptor, text: string): ParsedBackend {
  const rest = text === address.scheme ? undefined : text.slice(address.scheme.length + 1);
  const place = address.read(rest, '');
  return 'problem' in place ? place : (defined({kind, ...place}) as DeclaredBackend);
}

type Written = {readonly host: string; readonly path: string; readonly options: URLSearchParams};

function atAddress(descriptor: AnyDescriptor, {host, path, options}: Written): ParsedBackend {
  const known = optionsOf(descriptor);
  const problem = problemOfOptions(
    options,
    known.flatMap(({names}) => names),
  );
  if (problem !== undefined) return {problem};
  const place = descriptor.address.read(host, path);
  if ('problem' in place) return place;
  const written = Object.fromEntries(options);
  const values: Record<string, unknown> = {kind: descriptor.kind, ...place};
  for (const {field, read} of known) {
    const value = read(written);
    if (isProblem(value)) return value;
    values[field] = value;
  }
  return defined(values) as DeclaredBackend;
}

const isProblem = (value: unknown): value is {readonly problem: string} =>
  typeof value === 'object' && value !== null && 'problem' in value;

function problemOfOptions(options: URLSearchParams, known: readonly string[]): string | undefined {
  const unknown = [...options.keys()].find((key) => !known.includes(key));
  if (unknown !== undefined) return `unknown option \`${unknown}\`; known: ${known.join(', ')}`;
  const empty = known.find((key) => options.get(key) === '');
  return empty === undefined ? undefined : `its option \`${empty}\` is empty`;
}
