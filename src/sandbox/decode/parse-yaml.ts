import {boolYaml11Tag, CORE_SCHEMA, intYaml11Tag, load, loadAll, mergeTag, YAMLException} from 'js-yaml';
import type {Json} from '../../core/json.ts';
import {readAsLibyaml} from '../../lib/libyaml/read-as-libyaml.ts';
import {type Duplicate, JsonFault, parseGoJson} from './go-json.ts';

/** An error for invalid YAML. */
export class YamlFault extends Error {}

type ParsedYaml = {
  readonly value: Json;
  readonly duplicates: readonly Duplicate[];
  readonly complaints: readonly string[];
};

/** Parses YAML as the server does: `yes`, `no`, `on` and `off` are booleans, and times are strings. */
export function parseYaml(text: string): ParsedYaml {
  const asJson = parsedJson(text);
  if (asJson !== undefined) return asJson;
  try {
    return {value: readAsLibyaml(text, (yaml) => loaded(yaml, false)), duplicates: [], complaints: []};
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason !== 'duplicated mapping key') throw fault(error);
    return {value: lenient(text), duplicates: [], complaints: [duplicateKey(text, error)]};
  }
}

/** Parses a text as JSON if possible. Most YAML bodies are JSON, which is parsed much faster. */
function parsedJson(text: string): ParsedYaml | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const {value, duplicates} = parseGoJson(text);
    return duplicates.length === 0 ? {value, duplicates, complaints: []} : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

const SCHEMA = CORE_SCHEMA.withTags(boolYaml11Tag, intYaml11Tag, mergeTag);

function lenient(text: string): Json {
  try {
    return readAsLibyaml(text, (yaml) => loaded(yaml, true));
  } catch (error) {
    throw error instanceof YAMLException ? fault(error) : error;
  }
}

/** The limit of nesting. The server's own limit is the size; this one protects the stack. */
const MOST_DEEP = 1000;

/** The number of values that a document may have beyond those written in it. Nested aliases make billions of values of a few lines. */
const MOST_ALIASED = 400_000;

function refuseExpansion(value: Json, text: string): Json {
  let left = text.length + MOST_ALIASED;
  const count = (one: Json): void => {
    if (left-- <= 0) throw new YamlFault('yaml: document contains excessive aliasing');
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) count(inner);
  };
  // Without an alias, there are no more values than characters.
  if (text.includes('*')) count(value);
  return value;
}

function loaded(text: string, json: boolean): Json {
  if (text.trim() === '') return null;
  const options = {schema: SCHEMA, json, maxDepth: MOST_DEEP};
  try {
    return refuseExpansion((load(text, options) ?? null) as Json, text);
  } catch (error) {
    if (!(error instanceof YAMLException) || !error.reason.startsWith('expected a single document')) throw error;
    // The server reads only the first of several documents.
    return refuseExpansion((loadAll(text, options)[0] ?? null) as Json, text);
  }
}

const lineOf = ({mark}: YAMLException): number => (mark?.line ?? 0) + 1;

/** Returns the error in the words of the server's parser: exact for the most common mistake, general for all others. */
function fault(error: YAMLException): YamlFault {
  const what = error.reason.startsWith('unexpected end') ? 'did not find expected node content' : error.reason;
  return new YamlFault(`yaml: line ${lineOf(error)}: ${what}`);
}

/** The maximum length of a key on one line in YAML. */
const LONGEST_KEY = 1024;

function duplicateKey(text: string, error: YAMLException): string {
  const line = text.split('\n')[lineOf(error) - 1] ?? '';
  const shown = line.slice(error.mark?.column ?? 0).slice(0, LONGEST_KEY);
  const key = /([^\s:'"{,-][^\s:'"]*)["']?\s*:/.exec(shown)?.[1] ?? '';
  return `yaml: unmarshal errors:\n  line ${lineOf(error)}: key ${JSON.stringify(key)} already set in map`;
}
