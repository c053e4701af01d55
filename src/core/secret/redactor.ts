import {isList, isObject, type Json} from '../json.ts';
import {jsonDocument} from '../json-document.ts';
import {isSecretName} from '../workspace/mask.ts';
import {scrubber} from './scrub-text.ts';
import {Secret} from './secret.ts';

/** The redactor of a run: it knows the secrets of the run and removes them from texts of other programs and servers. */
export type Redactor = {
  readonly add: (secrets: Iterable<Secret>) => void;
  /** Returns all secrets: the same list until there are more. */
  readonly all: () => readonly Secret[];
  readonly redact: (text: string) => string;
};

/** The minimum length of a value that is removed from texts. Shorter ones occur by chance. */
const MIN_LENGTH = 8;

/** Returns a redactor with the given secrets. More can be added during the run. */
export function createRedactor(first: Iterable<Secret> = []): Redactor {
  const known = new Map<string, Secret>();
  let cleaning: ((text: string) => string) | undefined;
  let list: readonly Secret[] | undefined;
  const learn: Redactor['add'] = (secrets) => {
    for (const secret of Array.from(secrets).flatMap(partsOf)) {
      const text = secret.reveal('base64');
      if (text.length < MIN_LENGTH || known.has(text)) continue;
      known.set(text, secret);
      cleaning = list = undefined;
    }
  };
  learn(first);
  return {
    add: learn,
    all: () => (list ??= [...known.values()]),
    redact: (text) => (known.size === 0 ? text : (cleaning ??= scrubber(known.keys()))(text)),
  };
}

/** Cleans every string in a value, except codes. */
export function redactIn<T>(value: T, clean: (text: string) => string): T {
  const within = (part: unknown, name?: string): unknown => {
    if (typeof part === 'string') return name === 'code' ? part : clean(part);
    if (Array.isArray(part)) return part.map((one) => within(one));
    if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, within(one, key)]));
  };
  return within(value) as T;
}

/** Returns the secret parts of a structured text. Single lines of it (`kind: Config`) are not secret. */
function partsOf(secret: Secret): readonly Secret[] {
  const text = secret.reveal('base64');
  const json = jsonDocument(text);
  if (json !== undefined) return [...(text.includes('\n') ? [] : [secret]), ...leavesOf(json)];
  return /\n./.test(text) && !/^-----BEGIN /m.test(text) ? [] : [secret];
}

/** The names of the member that contains the secret itself. */
const VALUE = /^(?:value|data|content)$/i;

function leavesOf(value: Json, name = ''): readonly Secret[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, part]) => leavesOf(part, key));
  if (isList(value)) return value.flatMap((part) => leavesOf(part, name));
  return typeof value === 'string' && (isSecretName(name) || VALUE.test(name)) ? partsOf(new Secret(value)) : [];
}
