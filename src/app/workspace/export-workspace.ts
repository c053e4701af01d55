import {basename, dirname, resolve} from 'node:path';
import {writeNewFiles} from '../../config/init/write-new-files.ts';
import {readText} from '../../config/read-text.ts';
import {writeYaml} from '../../config/yaml/write-yaml.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {plaintextCredentials} from '../../core/workspace/plaintext-credentials.ts';
import type {WorkspacePlace} from '../../core/workspace/workspace-place.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {BUILT_IN_TEXT} from './built-in-workspace.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {ChosenWorkspace} from './chosen-workspace.ts';
import {named} from './show-workspace.ts';
import {looseSurroundings} from './surroundings.ts';
import {dataOf} from './workspace-edits.ts';

/** Request of `gantry workspace export`. */
export type ExportWorkspace = StackRequest & {
  readonly name?: string;
  /** The file to write; an existing file is not overwritten. */
  readonly out?: string;
  /** True to include the values of its bases; comments are lost. */
  readonly flat: boolean;
  /** True to include credentials in plain text. */
  readonly reveal: boolean;
  /** True if the output is a terminal. */
  readonly onTerminal: boolean;
};

/** The answer of `gantry workspace export`; the text is in the file `out`, or here. */
export type ExportedWorkspace = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly place: WorkspacePlace;
  /** The place where it is stored. */
  readonly file: string;
  /** Keys that hold credentials in plain text. */
  readonly plaintext: readonly string[];
} & ({readonly out: string} | {readonly text: string});

/**
 * Returns a workspace as stored, with comments. It can be created again elsewhere.
 * @throws GantryError 'input/usage' if it holds credentials in plain text and the request does not include them
 */
export async function exportWorkspace(request: ExportWorkspace, deps: Deps): Promise<ExportedWorkspace> {
  const chosen = await chooseWorkspace(
    {request: named(request), ...(await looseSurroundings(named(request), deps))},
    deps,
  );
  const text = request.flat ? flatText(chosen) : await storedText(chosen, deps);
  const plaintext = credentialsIn(dataOf(text));
  refuseToShow(chosen.name, plaintext, request);
  const {name, place, file} = chosen;
  const head = {formatVersion: 1, name, place, file, plaintext} as const;
  if (request.out === undefined) return {...head, text};
  const out = resolve(deps.cwd, request.directory ?? '.', request.out);
  const isPrivate = plaintext.length > 0 ? ({isPrivate: true} as const) : {};
  writeNewFiles(dirname(out), [{path: basename(out), text, ...isPrivate}], 'Name another file with --out.');
  return {...head, out};
}

async function storedText({place, file}: ChosenWorkspace, deps: Deps): Promise<string> {
  if (place === 'backend') {
    const stored = await (await deps.backend()).get(file);
    if (stored !== undefined) return new TextDecoder().decode(stored.value);
    throw new GantryError({code: 'workspace/not-found', name: file, known: [], looked: [file]});
  }
  if (place === 'built-in') return BUILT_IN_TEXT;
  const {text, diagnostics} = readText(file);
  if (text === undefined) throw new GantryError({code: 'input/invalid', diagnostics});
  return text;
}

/** Returns the values of the file and of its bases as one file. */
function flatText({name, workspace}: ChosenWorkspace): string {
  const {name: _, extends: __, ...rest} = workspace as unknown as JsonObject;
  const said = Object.entries(rest as Readonly<Record<string, Json | undefined>>).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== null,
  );
  return writeYaml({name, ...Object.fromEntries(said)});
}

/** Returns the keys with credentials. Other parts than the context hold only references, but are checked, too. */
const credentialsIn = ({context, ...rest}: Readonly<Record<string, Json>>): readonly string[] => [
  ...(context !== undefined && isObject(context) ? plaintextCredentials(context).map((key) => `context.${key}`) : []),
  ...plaintextCredentials(rest),
];

function refuseToShow(name: string, plaintext: readonly string[], {reveal, out, onTerminal}: ExportWorkspace): void {
  if (plaintext.length === 0) return;
  const holds = `the workspace ${name} holds credentials in plain text (${plaintext.join(', ')})`;
  if (!reveal)
    throw new GantryError({
      code: 'input/usage',
      message: holds,
      hint: 'Pass --reveal --out FILE to write them into a file that only you can read. "gantry workspace show" masks them.',
    });
  if (out === undefined && onTerminal)
    throw new GantryError({
      code: 'input/usage',
      message: `${holds}, and terminal output stays visible`,
      hint: 'Write it into a file that only you can read: --out FILE.',
    });
}
