import {defined} from '../../lib/defined.ts';

/** An error of Helm about a template. */
export type TemplateError = {
  /** The name that Helm gives the template: `web/templates/deployment.yaml`. */
  readonly template: string;
  readonly line: number;
  readonly column?: number;
  /** The expression that failed: `.Values.image.tag`. */
  readonly expression?: string;
  readonly message: string;
  /** The templates that included it, outermost first: `web/templates/x.yaml:5`. */
  readonly includedFrom: readonly string[];
};

/** A place: `web/templates/x.yaml:5:14`. Helm counts columns from 0. */
const PLACE = /(?<=^|[\s(])([^\s():"<>]+\/templates\/[^\s():"<>]+):(\d+)(?::(\d+))?/g;

/** Reads the text of an error of Helm 3 or 4. Returns undefined if it names no place in a template. */
export function templateError(text: string): TemplateError | undefined {
  const places = [...text.matchAll(PLACE)];
  const last = places.at(-1);
  if (last === undefined) return undefined;
  const [whole, template = '', line, column] = last;
  const rest = text.slice(last.index + whole.length);
  const expression = /\bat <(.*?)>:(?=\s)/s.exec(rest)?.[1];
  return {
    template,
    line: Number(line),
    ...defined({column: column === undefined ? undefined : Number(column) + 1, expression}),
    message: messageOf(rest),
    includedFrom: places.slice(0, -1).map(([, name, number]) => `${name}:${number}`),
  };
}

/** Returns the cause after a place: `: executing "x" at <y>: CAUSE`, `): CAUSE`, or Helm 4's lines. */
const messageOf = (rest: string): string =>
  rest
    .replace(/^\)?:?\s*/, '')
    .replace(/^executing "[^"]*" at <.*?>:\s+/s, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
