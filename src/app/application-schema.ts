import {editorSchema} from '../config/application/editor-schema.ts';
import {findStack} from '../config/find-project.ts';
import {sourcesOf} from '../config/sources/sources-of.ts';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {JsonObject} from '../core/json.ts';
import {defined} from '../lib/defined.ts';
import type {Deps} from './deps.ts';
import type {StackRequest} from './plan/release-requests.ts';
import {workspaceValues} from './workspace/workspace-values.ts';

/**
 * Returns the JSON Schema of the application file of a stack, with the modules of its workspace. It runs these modules in their restricted process.
 * @throws GantryError `input/invalid` for a module that cannot be described
 */
export async function applicationSchema(request: StackRequest, deps: Deps): Promise<JsonObject> {
  const {directory, stack} = request;
  const location = await findStack({directory: directory ?? deps.cwd, stack});
  const workspace = await workspaceValues(request, location, deps);
  const sources = sourcesOf(location, () => ({}), defined({workspace}));
  for (const {kind, entry} of sources) {
    const described = await (await deps.source(kind)).modules?.(entry);
    if (described === undefined) continue;
    const {diagnostics, modules} = described;
    if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics});
    return editorSchema(modules);
  }
  return editorSchema(new Map());
}
