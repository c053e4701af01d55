import {rootHelp} from '../src/cli/help-text.ts';

/** The least number of spaces that a tab replaces. */
const PADDING = / {3,}/g;

/**
 * Returns the module with which the built program prints its help: the text alone, without the tables that it is made from. Half of the rows
 * would be padding, so that a tab and a number in base 36 replace it.
 */
export const helpModule = (): string =>
  [
    `const text = ${JSON.stringify(rootHelp().replaceAll(PADDING, ({length}) => `\t${length.toString(36)}`))};`,
    `export const rootHelp = () => text.replaceAll(/\\t(.)/g, (_, n) => ' '.repeat(parseInt(n, 36)));`,
    '',
  ].join('\n');
