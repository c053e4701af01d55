import type {JsonObject} from '../../core/json.ts';
import {type ContextMap, specContext, workspaceContext, workspaceVariables} from '../../core/workspace/context-map.ts';
import type {KeyInputs} from '../../core/workspace/decide-keys.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {ContextRequest} from './context-request.ts';

type Request = Pick<ContextRequest, 'chosen' | 'specContext'> & Partial<Pick<ContextRequest, 'resources'>>;

/** Returns the maps of connection values by rank. */
export const contextsOf = ({chosen, specContext: spec}: Request): readonly ContextMap[] => [
  workspaceContext(contextOf(chosen), chosen.origin),
  ...(spec === undefined ? [] : [specContext(spec)]),
];

/** Returns the inputs that can set values for programs. */
export function keyInputs(request: Request, {env}: Pick<Deps, 'env'>): KeyInputs {
  const {chosen, resources} = request;
  const [own, ...others] = contextsOf(request);
  const variables = workspaceVariables(chosen.workspace.env ?? {}, chosen.origin);
  return {
    contexts: [...(own === undefined ? [] : [own]), variables, ...others],
    env,
    resources,
  };
}

/** Returns the context of a workspace; empty if it has none. */
export const contextOf = ({workspace}: Pick<FoundWorkspace, 'workspace'>): JsonObject => workspace.context ?? {};
