import {rootHelp} from '../src/cli/help-text.ts';

/** Returns the module with which the built program prints its help: the text alone, without the tables that it is made from. */
export const helpModule = (): string => `export const rootHelp = () => ${JSON.stringify(rootHelp())};\n`;
