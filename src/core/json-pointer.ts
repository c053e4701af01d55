import type {JsonPath} from './json.ts';

/** Returns the JSON pointer (RFC 6901) of a path: `/metadata/annotations/app.io~1owner`. */
export const pointerOf = (path: JsonPath): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Returns the steps of a JSON pointer. Ignores the text before its first slash. */
export const stepsOfPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
