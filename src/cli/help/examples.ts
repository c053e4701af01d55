import type {Example} from './examples/example.ts';
import {EXAMPLES_OF_CHARTS} from './examples/examples-of-charts.ts';
import {EXAMPLES_OF_MODULES} from './examples/examples-of-modules.ts';
import {EXAMPLES_OF_PROGRAMS} from './examples/examples-of-programs.ts';
import {EXAMPLES_OF_RELEASES} from './examples/examples-of-releases.ts';
import {EXAMPLES_OF_STACKS} from './examples/examples-of-stacks.ts';
import {EXAMPLES_OF_WORKSPACES} from './examples/examples-of-workspaces.ts';

const EXAMPLES = {
  ...EXAMPLES_OF_STACKS,
  ...EXAMPLES_OF_PROGRAMS,
  ...EXAMPLES_OF_WORKSPACES,
  ...EXAMPLES_OF_RELEASES,
  ...EXAMPLES_OF_CHARTS,
  ...EXAMPLES_OF_MODULES,
};

/** Returns the examples of a command, by its name: `release list`. */
export const examplesOf = (command: string): readonly Example[] => EXAMPLES[command] ?? [];

/** Returns the section of a command's help with its examples. */
export function examplesText(command: string): string {
  const examples = examplesOf(command);
  const width = Math.max(0, ...examples.map(([line]) => line.length));
  return ['\nExamples:', ...examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`)].join('\n');
}
