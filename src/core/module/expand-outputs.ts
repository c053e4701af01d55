import {didYouMean} from '../../lib/did-you-mean.ts';
import {isList, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {eachString, mapStrings} from '../reference/map-strings.ts';
import {secretOutput} from './secret-output.ts';

/** The outputs of the modules of an application, by the keys of their accessories. */
export type Outputs = Readonly<Record<string, JsonObject>>;

/** A reference to an output that cannot be expanded. */
export type OutputProblem = {readonly path: JsonPath; readonly message: string; readonly hint?: string | undefined};

/** The value with its outputs in place, and the references that cannot be expanded. */
export type Expanded = {readonly value: JsonObject; readonly problems: readonly OutputProblem[]};

/** A reference to an output: the dollars, `ACCESSORY.NAME`, and the closing bracket. */
export const OUTPUT_REFERENCE = /(?<!\$)(\$+)\{output:([^}\n]*)(\}?)/g;

/** Options for the place of the references. */
export type ExpandOptions = {
  /** Keeps scalars as texts. */
  readonly asText?: boolean;
  /** Reports whether Kubernetes can insert the key of a Secret at a path. */
  readonly isVariable?: (path: JsonPath) => boolean;
  /** Accepts the key of a Secret as a whole value: the module of the field decides where it is used. */
  readonly acceptsSecrets?: boolean;
};

/** Returns the keys of the accessories whose outputs a value names. */
export function accessoriesNamed(value: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  eachString(value, (text) => {
    for (const [, dollars = '', written = ''] of text.matchAll(OUTPUT_REFERENCE))
      if (dollars.length === 1) found.add(split(written).accessory);
  });
  return found;
}

/**
 * Replaces `${output:ACCESSORY.NAME}` by the output of that accessory. A text that is only a reference becomes the value itself; in a longer text
 * the value must not be a list or a map. `$${output:…}` is literal text.
 */
export function expandOutputs(
  value: JsonObject,
  outputs: Outputs,
  {asText = false, isVariable = () => false, acceptsSecrets = false}: ExpandOptions = {},
): Expanded {
  const problems: OutputProblem[] = [];
  const expanded = mapStrings(value, (text, path) => {
    if (!text.includes('{output:')) return text;
    let whole: {readonly value: Json} | undefined;
    const filled = text.replaceAll(OUTPUT_REFERENCE, (written: string, dollars: string, name: string, end: string) => {
      if (dollars.length > 1) return written.slice(1);
      const found = end === '' ? {message: `${written} has no closing }`} : outputOf(name, outputs);
      if ('message' in found) return refuse({path, ...found});
      const isWhole = written === text;
      if (secretOutput(found.value) !== undefined && !(acceptsSecrets && isWhole) && !isVariable(path))
        return refuse({path, ...secretProblem(written)});
      const isScalar = typeof found.value !== 'object' || found.value === null;
      if (isWhole && !(asText && isScalar)) whole = found;
      if (isWhole || isScalar) return textOf(found.value);
      return refuse({path, message: `${written} is ${wordFor(found.value)}, which cannot be part of a string`});
    });
    return whole === undefined ? filled : whole.value;
  });
  return {value: expanded, problems};

  function refuse(problem: OutputProblem): string {
    problems.push(problem);
    return '';
  }
}

/** The value is known only in the cluster, so it can only be where Kubernetes inserts it. */
const secretProblem = (written: string): Omit<OutputProblem, 'path'> => ({
  message: `${written} is a key of a Secret, which cannot be inserted here`,
  hint: 'Use it in a variable of a container, or in its `command` or `args`.',
});

const split = (written: string): {readonly accessory: string; readonly name: string} => {
  const dot = written.lastIndexOf('.');
  return {accessory: dot === -1 ? written : written.slice(0, dot), name: dot === -1 ? '' : written.slice(dot + 1)};
};

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const wordFor = (value: Json): string => (isList(value) ? 'a list' : 'a map');

function outputOf(written: string, outputs: Outputs): {readonly value: Json} | Omit<OutputProblem, 'path'> {
  const {accessory, name} = split(written);
  const reference = `\${output:${written}}`;
  if (name === '' || accessory === '')
    return {message: `${reference} does not name an output`, hint: 'The form is ${output:ACCESSORY.NAME}.'};
  const known = Object.hasOwn(outputs, accessory) ? outputs[accessory] : undefined;
  if (known === undefined)
    return {
      message: `${reference}: accessory ${accessory} not found`,
      hint: hintOf(accessory, Object.keys(outputs)) ?? `Add ${accessory} to \`accessories\` of the application.`,
    };
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  if (value === undefined)
    return {message: `${reference}: output ${name} not found in ${accessory}`, hint: hintOf(name, Object.keys(known))};
  return {value};
}

function hintOf(name: string, known: readonly string[]): string | undefined {
  const nearest = didYouMean(name, known);
  if (nearest !== undefined) return `Did you mean \`${nearest}\`?`;
  return known.length === 0 ? undefined : `Use one of: ${known.join(', ')}.`;
}
