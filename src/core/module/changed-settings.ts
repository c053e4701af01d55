import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/** Settings of which one value or one key was changed. */
export type ChangedSettings = {
  /** The setting that was changed. */
  readonly path: JsonPath;
  /** The value before the change. Absent: the key was changed. */
  readonly value?: Json;
  readonly key?: string;
  readonly settings: Json;
};

const WORD = /[A-Za-z0-9]+/g;
/** The maximum number of words of a text that are changed one by one. */
const MOST_WORDS = 8;

/** Returns replacements for a value. Those that are most likely valid are first. */
function otherValues(value: Json): readonly Json[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value !== 'string') return [];
  const words = [...value.matchAll(WORD)].slice(0, MOST_WORDS).map(({0: word, index}) => {
    const other = /^\d/.test(word) ? word.replace(/^\d+/, (digits) => String(Number(digits) + 1)) : `${word}x`;
    return value.slice(0, index) + other + value.slice(index + word.length);
  });
  return [...new Set([...words, `${value}x`])].filter((other) => other !== value);
}

/** Returns settings that each differ in one value or in one key. @param isField reports whether a key is the name of a field, which is not changed */
export function* changedSettings(
  settings: JsonObject,
  isField: (path: JsonPath) => boolean = () => false,
): Generator<ChangedSettings> {
  for (const {path, value, isKey} of placesIn(settings, []))
    if (!isKey)
      for (const other of otherValues(value)) yield {path, value, settings: replacedAt(settings, path, other)};
    else if (!isField(path))
      for (const rename of RENAMES) yield {path, key: String(path.at(-1)), settings: renamedAt(settings, path, rename)};
}

type SettingPlace = {readonly path: JsonPath; readonly value: Json; readonly isKey: boolean};

function* placesIn(value: Json, path: JsonPath): Generator<SettingPlace> {
  const steps = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  for (const step of steps) {
    const part = (value as Readonly<Record<string | number, Json>>)[step] ?? null;
    const at = [...path, step];
    if (typeof step === 'string' && path.length > 0) yield {path: at, value: part, isKey: true};
    if (typeof part === 'object' && part !== null) yield* placesIn(part, at);
    else yield {path: at, value: part, isKey: false};
  }
}

function replacedAt(value: Json, [step, ...rest]: JsonPath, other: Json): Json {
  if (step === undefined) return other;
  if (isList(value)) return value.map((item, index) => (index === step ? replacedAt(item, rest, other) : item));
  return isObject(value) ? {...value, [step]: replacedAt(value[step] ?? null, rest, other)} : value;
}

type Rename = (key: string, wanted: string) => string;

/** Returns the name of a key. For a path, also returns its directory, to rename all paths of that directory. */
const RENAMES: readonly Rename[] = [
  (key, wanted) => (key === wanted ? `${key}x` : key),
  (key, wanted) => {
    const directory = /^(\/[^/]*)(\/.*\/|\/)[^/]*$/.exec(wanted)?.slice(1).join('');
    return directory !== undefined && key.startsWith(directory) ? key.replace(/^\/[^/]*/, '$&x') : key;
  },
];

/** Renames keys of a mapping, and keeps their places in it. */
function renamedAt(value: Json, path: JsonPath, rename: Rename): Json {
  const [step = '', ...rest] = path;
  if (isList(value)) return value.map((item, index) => (index === step ? renamedAt(item, rest, rename) : item));
  if (!isObject(value)) return value;
  if (rest.length > 0) return {...value, [step]: renamedAt(value[step] ?? null, rest, rename)};
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [rename(key, String(step)), own]));
}
