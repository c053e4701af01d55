import type {NewFile} from '../../config/init/write-new-files.ts';
import {writeYaml} from '../../config/yaml/write-yaml.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../core/json.ts';
import {withoutNamespace} from '../../kubernetes/import/own-fields.ts';
import {defined} from '../../lib/defined.ts';
import type {Survey, SurveyedObject} from '../../ports/survey.ts';
import type {Deps} from '../deps.ts';
import {importedStack} from './imported-stack.ts';
import {type SurveyCluster, surveyWorkspace} from './survey-workspace.ts';
import {type WriteImport, writeImport} from './write-import.ts';

/** Request of `gantry import cluster`. */
export type ImportCluster = SurveyCluster & {
  /** The directory of the stack; default: a directory named like the first namespace. Absolute, or below `-C`. */
  readonly out?: string | undefined;
  /** True to write nothing and return the manifests. */
  readonly onlyPrint?: boolean;
};

/** The answer of `gantry import cluster`. */
export type ImportedCluster = {
  readonly formatVersion: 1;
  readonly workspace: string;
  /** The value of `-w` for the new stack: its project may not know the workspace by name. */
  readonly workspaceFlag?: string;
  readonly namespaces: readonly string[];
  /** The directory of the stack; absent if nothing was written. */
  readonly directory?: string | undefined;
  /** Every file that was written. */
  readonly created: readonly string[];
  readonly resources: readonly {readonly id: string; readonly file?: string}[];
  readonly skipped: Survey['skipped'];
  readonly diagnostics: readonly Diagnostic[];
};

/** The answer with the manifests themselves, which `-o yaml` prints. */
export type ImportOutcome = {readonly imported: ImportedCluster; readonly manifests: readonly JsonObject[]};

/**
 * Writes a stack of what runs in some namespaces of the workspace's cluster. Overwrites no file; the cluster is not changed.
 * @throws GantryError where nothing is found, or a file exists.
 */
export async function importCluster(request: ImportCluster, deps: Deps): Promise<ImportOutcome> {
  const {workspace, survey} = await surveyWorkspace(request, deps);
  const {namespaces} = request;
  const {skipped, diagnostics, objects} = survey;
  const found = {formatVersion: 1 as const, workspace: workspace.name, namespaces, skipped, diagnostics};
  const [namespace = 'imported'] = namespaces;
  const manifests = objects.map(({object}) => object);
  if (request.onlyPrint === true) {
    return {imported: {...found, created: [], resources: objects.map(({id}) => ({id}))}, manifests};
  }
  const files: WriteImport['files'] = ({paths, ...stack}) => [
    ...importedStack({
      ...stack,
      from: 'a cluster',
      namespace: namespaces.length === 1 ? namespace : undefined,
      references: objects.some(({hasReferences}) => hasReferences === true),
    }),
    ...manifestFiles(objects, paths, namespaces),
  ];
  const written = await writeImport({request, workspace, wanted: namespace, objects, files}, deps);
  return {imported: {...found, ...written, diagnostics: [...diagnostics, ...written.diagnostics]}, manifests};
}

function manifestFiles(
  objects: readonly SurveyedObject[],
  paths: ReadonlyMap<string, string>,
  namespaces: readonly string[],
): readonly NewFile[] {
  return objects.map(({id, object, holdsSecrets}) => ({
    path: paths.get(id) ?? '',
    // The `namespace` of the stack covers all objects if there is only one.
    text: writeYaml(namespaces.length === 1 ? withoutNamespace(object) : object),
    ...defined({isPrivate: holdsSecrets === true ? (true as const) : undefined}),
  }));
}
