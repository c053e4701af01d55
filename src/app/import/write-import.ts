import {resolve} from 'node:path';
import {type NewFile, writeNewFiles} from '../../config/init/write-new-files.ts';
import {shownPath} from '../../config/read-text.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {manifestPaths} from '../../kubernetes/import/manifest-path.ts';
import type {SurveyedObject} from '../../ports/survey.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {freeName} from './free-name.ts';
import {workspaceFlag} from './workspace-flag.ts';

/** The stack that an import writes. */
export type WriteImport = {
  readonly request: {readonly directory?: string; readonly out?: string | undefined};
  readonly workspace: FoundWorkspace;
  /** The preferred name of the stack, and of its directory. */
  readonly wanted: string;
  readonly objects: readonly SurveyedObject[];
  readonly files: (stack: {
    readonly directory: string;
    readonly name: string;
    readonly paths: ReadonlyMap<string, string>;
  }) => readonly NewFile[];
};

/** The files that an import wrote. */
export type WrittenImport = {
  readonly workspaceFlag: string;
  readonly directory: string;
  readonly created: readonly string[];
  readonly resources: readonly {readonly id: string; readonly file?: string}[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Writes the stack of an import, under a name that no release history uses. Overwrites no file.
 * @throws GantryError if a file exists
 */
export async function writeImport(write: WriteImport, deps: Deps): Promise<WrittenImport> {
  const {request, workspace, wanted, objects, files} = write;
  const directory = resolve(deps.cwd, request.directory ?? '.', request.out ?? wanted);
  const backend = await deps.backend();
  const {name, diagnostics} = await freeName({directory, namespace: wanted, workspace: workspace.name, backend});
  const flag = workspaceFlag(workspace, directory);
  const paths = manifestPaths(objects);
  const hint = 'Choose another directory with --out DIR, or remove them.';
  const created = writeNewFiles(directory, files({directory, name, paths}), hint);
  return {
    workspaceFlag: flag,
    directory: shownPath(directory),
    created: created.map(shownPath),
    resources: objects.map(({id}) => ({id, file: paths.get(id) ?? ''})),
    diagnostics,
  };
}
