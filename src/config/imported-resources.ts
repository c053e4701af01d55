import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject} from '../core/json.ts';
import {IMPORT_ID, importIdProblem, providerIdProblem} from '../core/resource/import-id.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {WorkspaceValues} from '../core/variation/expand-context.ts';
import {type Located, partOf} from '../core/variation/located.ts';
import {IMPORTED_RESOURCES, platformFields} from './application/platform-fields.ts';

/** Resources of a stack, and those of a workspace that exist already. */
export type ImportedRequest = {
  readonly resources: readonly Resource[];
  readonly workspace: WorkspaceValues | undefined;
  readonly project: string;
};

/**
 * Adds the ids at the provider that a workspace has in `importedResources` of its modules, as Kusion does. One workspace is for many
 * stacks, so ids of other stacks are ignored.
 */
export function withImported({resources, workspace, project}: ImportedRequest): {
  readonly resources: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const imported = importedIn(workspace?.modules, project);
  if (imported.size === 0) return {resources, diagnostics: []};
  const diagnostics: Diagnostic[] = [];
  const extended = resources.map((resource) => {
    const found = imported.get(resource.id);
    if (found === undefined) return resource;
    const {value} = found;
    const problem = resource.type === 'Terraform' ? providerIdProblem(value) : importIdProblem(value, [resource.id]);
    if (problem !== undefined) diagnostics.push(wrong(problem, found, resource.id));
    const extensions: JsonObject = {...resource.extensions, [IMPORT_ID]: value};
    return {...resource, extensions};
  });
  return {resources: extended, diagnostics};
}

function importedIn(modules: Located | undefined, project: string): ReadonlyMap<string, Located> {
  const found = keysOf(modules?.value).flatMap((name) => {
    const fields = platformFields(modules, name, project)?.whole;
    const entries = fields && partOf(fields, IMPORTED_RESOURCES);
    return keysOf(entries?.value).flatMap((id): [string, Located][] => {
      const value = entries && partOf(entries, id);
      return value === undefined ? [] : [[id, value]];
    });
  });
  return new Map(found);
}

const keysOf = (value: Json | undefined): readonly string[] =>
  value !== undefined && isObject(value) ? Object.keys(value) : [];

const wrong = (
  problem: {readonly message: string; readonly hint: string},
  {place}: Located,
  id: string,
): Diagnostic => ({
  severity: 'error',
  code: 'spec/import-id',
  ...problem,
  at: place.origin.position(place.path),
  resource: id,
});
