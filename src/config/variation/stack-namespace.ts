import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {Json, JsonPath} from '../../core/json.ts';
import {expandContext, type WorkspaceValues} from '../../core/variation/expand-context.ts';
import {locate} from '../../core/variation/located.ts';
import {defined} from '../../lib/defined.ts';
import {once} from '../../lib/once.ts';
import {pathText} from '../issues/path-text.ts';
import {Namespace} from '../names.ts';
import {originOfFile} from '../origin-of-file.ts';
import type {StackLocation} from '../stack-location.ts';
import type {StackNamespace} from './namespace-model.ts';

/** The namespace of a stack in a workspace, and the problems with it. */
export type ReadNamespace = {readonly namespace?: string; readonly diagnostics: readonly Diagnostic[]};

/**
 * Returns the namespace of a stack in a workspace. Without a workspace, a mapping gives the namespace of `*`.
 * @param stackOrigin the positions in stack.yaml, read only for a problem or for `${context:KEY}`
 */
export function readNamespace(
  written: StackNamespace | undefined,
  workspace: WorkspaceValues | undefined,
  stackOrigin: () => Origin,
): ReadNamespace {
  if (written === undefined) return {diagnostics: []};
  const {path, text} = writtenNamespace(written, workspace);
  if (text !== undefined) return expanded(text, path, workspace, stackOrigin);
  return {diagnostics: workspace === undefined ? [] : [notListed(workspace.name, stackOrigin())]};
}

/** Returns the text of the namespace for a workspace, and its path in stack.yaml. `text` is undefined if a mapping has no entry for the workspace. */
export function writtenNamespace(
  written: StackNamespace | undefined,
  workspace: WorkspaceValues | undefined,
): {readonly path: readonly string[]; readonly text?: string | undefined} {
  if (written === undefined || typeof written === 'string') return {path: ['namespace'], text: written};
  const name = workspace !== undefined && Object.hasOwn(written, workspace.name) ? workspace.name : '*';
  return {path: ['namespace', name], text: written[name]};
}

/**
 * Returns the namespace of a stack in a workspace, for commands that build nothing. Returns undefined if the workspace has no valid namespace, so
 * that a stack can be destroyed in a workspace that its files no longer name.
 */
export function readableNamespace(
  {stack}: Pick<StackLocation, 'stack'>,
  workspace: WorkspaceValues | undefined,
): string | undefined {
  const origin = once(() => originOfFile(stack.file));
  return readNamespace(stack.namespace, workspace, origin).namespace;
}

function expanded(
  text: string,
  path: JsonPath,
  workspace: WorkspaceValues | undefined,
  stackOrigin: () => Origin,
): ReadNamespace {
  if (!text.includes('${context:')) return {namespace: text, diagnostics: []};
  const diagnostics: Diagnostic[] = [];
  const origin = stackOrigin();
  const {value} = expandContext(locate(text, origin, path), {
    workspace,
    escapes: false,
    report: ({code, message, hint, place}) =>
      void diagnostics.push({
        severity: 'error',
        code,
        message,
        at: place.origin.position(place.path),
        path: pathText(path),
        ...defined({hint}),
      }),
  });
  if (diagnostics.some(isError)) return {diagnostics};
  const checked = Namespace.safeParse(value);
  return checked.success
    ? {namespace: checked.data, diagnostics}
    : {diagnostics: [notValid(value, {path, origin, workspace})]};
}

type Where = {readonly path: JsonPath; readonly origin: Origin; readonly workspace: WorkspaceValues | undefined};

const notValid = (value: Json, {path, origin, workspace}: Where): Diagnostic => ({
  severity: 'error',
  code: 'config/invalid',
  message: `\`namespace\` is ${JSON.stringify(value)} in the workspace ${workspace?.name ?? ''}, which is not a valid namespace`,
  at: origin.position(path),
  path: pathText(path),
  hint: 'Use at most 63 lowercase letters, digits and `-`, with a letter or digit at both ends.',
});

const notListed = (workspace: string, origin: Origin): Diagnostic => ({
  severity: 'error',
  code: 'config/invalid',
  message: `\`namespace\` has no entry for the workspace ${workspace}`,
  at: origin.position(['namespace'], 'key'),
  path: 'namespace',
  hint: `Add \`${workspace}\`, or \`'*'\` for every workspace that is not listed.`,
});
