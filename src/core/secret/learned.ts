import {isList, isObject, type Json} from '../json.ts';
import {isSecretName} from '../workspace/mask.ts';
import {scrubber} from './scrub-text.ts';
import {Secret} from './secret.ts';

/** What a run has come to know and nobody may see: what others say is cleaned of it, whoever they are. */
export type Learned = {
  readonly learn: (secrets: Iterable<Secret>) => void;
  readonly all: () => readonly Secret[];
  readonly clean: (text: string) => string;
};

/** Shorter ones stand in any text by chance. */
const MIN_LENGTH = 8;

/** Returns a redactor that knows the given secrets and learns more during the run. */
export function startLearning(first: Iterable<Secret> = []): Learned {
  const known = new Map<string, Secret>();
  let cleaning: ((text: string) => string) | undefined;
  const learn: Learned['learn'] = (secrets) => {
    for (const secret of Array.from(secrets).flatMap(partsOf)) {
      const text = secret.reveal('base64');
      if (text.length < MIN_LENGTH || known.has(text)) continue;
      known.set(text, secret);
      cleaning = undefined;
    }
  };
  learn(first);
  return {
    learn,
    all: () => [...known.values()],
    clean: (text) => (known.size === 0 ? text : (cleaning ??= scrubber(known.keys()))(text)),
  };
}

/** The same with every text in it cleaned; its codes stay. */
export function cleanIn<T>(value: T, clean: (text: string) => string): T {
  const within = (part: unknown, name?: string): unknown => {
    if (typeof part === 'string') return name === 'code' ? part : clean(part);
    if (Array.isArray(part)) return part.map((one) => within(one));
    if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, within(one, key)]));
  };
  return within(value) as T;
}

/** Of a text with a structure what in it is secret: its lines by themselves (`kind: Config`) are not. */
function partsOf(secret: Secret): readonly Secret[] {
  const text = secret.reveal('base64');
  const json = jsonOf(text);
  if (json !== undefined) return [...(text.includes('\n') ? [] : [secret]), ...leavesOf(json)];
  return /\n./.test(text) && !/^-----BEGIN /m.test(text) ? [] : [secret];
}

function jsonOf(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** What a store calls the secret itself. */
const VALUE = /^(?:value|data|content)$/i;

function leavesOf(value: Json, name = ''): readonly Secret[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, part]) => leavesOf(part, key));
  if (isList(value)) return value.flatMap((part) => leavesOf(part, name));
  return typeof value === 'string' && (isSecretName(name) || VALUE.test(name)) ? partsOf(new Secret(value)) : [];
}
