import type {JsonPath} from '../json.ts';

/** A violation of the `values.schema.json` of a chart, or of one of its subcharts. */
export type SchemaError = {
  /** The name of the chart, as its parent names it. */
  readonly chart: string;
  /** The path of the value in the values of that chart. */
  readonly path: JsonPath;
  readonly message: string;
  /** True if the schema does not know the key at the end of the path. */
  readonly isUnknownKey: boolean;
};

const HEAD = "values don't meet the specifications of the schema(s) in the following chart(s):";

/**
 * Reads the schema errors in a text of Helm. Helm 3.18 and later name a value by a JSON pointer, earlier versions by names with dots.
 * Returns undefined for another text.
 */
export function readSchemaErrors(text: string): readonly SchemaError[] | undefined {
  const start = text.indexOf(HEAD);
  if (start === -1) return undefined;
  const errors: SchemaError[] = [];
  let chart = '';
  let parent: Line | undefined;
  for (const line of text.slice(start + HEAD.length).split('\n')) {
    const named = /^(\S[^:]*):$/.exec(line);
    if (named !== null) chart = named[1] ?? '';
    const found = lineOf(line);
    if (found === undefined) {
      const type = /^invalid type for values: (.+)$/.exec(line)?.[1];
      if (type !== undefined) errors.push({chart, path: [], message: type, isUnknownKey: false});
      continue;
    }
    // Below a line that alternatives failed, each line is the reason of one.
    const isReason = parent !== undefined && found.indent > parent.indent;
    if (!isReason) parent = undefined;
    if (/^'(?:oneOf|anyOf|not)' failed/.test(found.message) && !isReason) parent = found;
    if (!isReason && found.message !== 'validation failed') errors.push(...errorsOf(chart, found));
  }
  return errors;
}

type Line = {readonly indent: number; readonly path: JsonPath; readonly message: string};

function lineOf(line: string): Line | undefined {
  const pointer = /^( *)- at '((?:[^'\\]|\\.)*)': (.+)$/.exec(line);
  if (pointer !== null) {
    const [, indent = '', path = '', message = ''] = pointer;
    return {indent: indent.length, path: pathOfPointer(path), message};
  }
  const dotted = /^- ([^:]+): (.+)$/.exec(line);
  if (dotted === null) return undefined;
  const [, path = '', message = ''] = dotted;
  return {indent: 0, path: path === '(root)' ? [] : path.split('.').map(stepOf), message};
}

const pathOfPointer = (pointer: string): JsonPath =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => stepOf(step.replaceAll('~1', '/').replaceAll('~0', '~').replaceAll(String.raw`\'`, "'")));

const stepOf = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step);

function errorsOf(chart: string, {path, message}: Line): readonly SchemaError[] {
  const many = /^additional properties (.+) not allowed$/.exec(message)?.[1];
  const keys = many === undefined ? [/^Additional property (.+) is not allowed$/.exec(message)?.[1]] : quoted(many);
  const known = keys.filter((key) => key !== undefined);
  if (known.length === 0) return [{chart, path, message, isUnknownKey: false}];
  return known.map((key) => ({
    chart,
    path: [...path, key],
    message: 'the schema of the chart does not know this key',
    isUnknownKey: true,
  }));
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, key = '']) => key.replaceAll(String.raw`\'`, "'"));
