import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {findStack} from '../../../config/find-project.ts';
import {writeNewFiles} from '../../../config/init/write-new-files.ts';
import {loadResources} from '../../../config/load-resources.ts';
import type {SourceTools} from '../../../config/source-tools.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import type {WorkspaceValues} from '../../../core/variation/expand-context.ts';
import {defined} from '../../../lib/defined.ts';
import type {PlannedStack} from './plan-takeover.ts';
import {directoryOf, takenFiles} from './taken-files.ts';

/** The objects that the applications of a stack make, or the reason why they make none. */
export type BuiltCandidate = {readonly built: readonly Resource[]} | {readonly problem: string};

/** Builds the applications of a stack from the files that an import would write, in a private directory that is removed again. */
export async function buildCandidate(
  stack: PlannedStack,
  workspace: WorkspaceValues | undefined,
  tools: SourceTools,
): Promise<BuiltCandidate> {
  const directory = await mkdtemp(join(tmpdir(), 'gantry-import-'));
  try {
    // The manifests beside the applications are not built: they may contain secrets, and are written as they are.
    const alone = {...stack, resources: []};
    writeNewFiles(directory, takenFiles({projects: new Map([[stack.project, undefined]]), stacks: [alone]}));
    const location = await findStack({directory: join(directory, directoryOf(stack))});
    const {resources} = await loadResources(location, {tools, ...defined({workspace})});
    return {built: resources};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    return {problem: error.failure.diagnostics[0]?.message ?? error.failure.code};
  } finally {
    await rm(directory, {recursive: true, force: true});
  }
}
