import type {StackLocation} from '../../config/find-project.ts';
import {loadResources} from '../../config/load-resources.ts';
import type {SourceTools} from '../../config/source-tools.ts';
import type {Source} from '../../config/sources/source.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {ContextRequest} from './context-request.ts';
import {type ReadWorkspace, valuesOf} from './workspace-values.ts';

/** The parts of a stack that affect its context. */
export type StackResources = Pick<ContextRequest, 'resources' | 'specContext' | 'inSpec' | 'stackDir'> & {
  /** The error of an unreadable stack: its resources may name a kubeconfig that is not known here. */
  readonly unread?: GantryError | undefined;
  readonly warnings: readonly Diagnostic[];
};

/** Returns the resources of the stack for commands about a workspace: a broken manifest must not hide the context. */
export async function stackResources(
  location: StackLocation | undefined,
  workspace: ReadWorkspace,
  tools: SourceTools,
): Promise<StackResources> {
  if (location === undefined) return {resources: [], warnings: []};
  const stackDir = location.stack.dir;
  try {
    const options = {workspace: valuesOf(workspace), tools: withExtensions(tools), allowEmpty: true};
    const {resources, context, secretStore} = await loadResources(location, options);
    return {resources, specContext: context, inSpec: secretStore, stackDir, warnings: []};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {
      resources: [],
      stackDir,
      unread: error,
      warnings: [unreadWarning(`the resources of ${location.stack.name}`)],
    };
  }
}

/** Leaves out sources whose objects have no extensions: they would start programs and fetch charts for nothing. */
const withExtensions = (tools: SourceTools): SourceTools => ({
  ...tools,
  source: async (kind) => (kind.hasExtensions === false ? NOTHING : tools.source(kind)),
});

const NOTHING: Source = {
  inputs: () => ({directories: [], files: []}),
  build: async () => ({candidates: [], diagnostics: []}),
};

/** Warns that `what` of the stack could not be read. */
export const unreadWarning = (what: string): Diagnostic => ({
  severity: 'warning',
  code: 'context/unread-resources',
  message: `${what} cannot be read: their extensions for a kubeconfig and for providers are ignored`,
  hint: 'Run "gantry validate" to see what is wrong with them.',
});
