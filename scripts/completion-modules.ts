import type {Plugin} from 'rolldown';
import {rolldown} from 'rolldown';
import {commandTable} from '../src/cli/completion/commands.ts';
import {fieldTable} from '../src/cli/completion/fields.ts';

/**
 * Returns the modules of completion that contain data: the text of each by its path below `src`, without ending. They replace modules that
 * load all commands and all schemas.
 */
export async function completionData(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['cli/completion/commands', `export const commandTable = () => ${parsed(await commandTable())};\n`],
    ['cli/completion/fields', `export const fieldTable = () => ${parsed(fieldTable())};\n`],
  ]);
}

/** Returns an expression for a value. Node.js parses JSON faster than code. In single quotes, the many double quotes need no escape. */
const parsed = (value: unknown): string =>
  `JSON.parse('${JSON.stringify(value).replaceAll(/[\\']/g, String.raw`\$&`)}')`;

/** Replaces the modules of completion with their data, for a program in one file. */
export const dataOf = (data: ReadonlyMap<string, string>): Plugin => ({
  name: 'completion-data',
  load: {
    filter: {id: /[\\/]src[\\/]cli[\\/]completion[\\/](?:commands|fields)\.ts$/},
    handler: (id) => data.get(id.replaceAll('\\', '/').replace(/^.*\/src\/|\.ts$/g, '')),
  },
});

/** Writes the module that answers completion requests, with all that it imports, so that completion loads one small file. */
export async function bundleCompletion(file: string, target: string): Promise<void> {
  await using build = await rolldown({
    input: 'src/cli/completion/complete.ts',
    platform: 'node',
    transform: {target},
    external: [/^node:/],
  });
  await build.write({file, format: 'esm', codeSplitting: false});
}
