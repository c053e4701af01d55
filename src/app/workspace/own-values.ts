import type {Json} from '../../core/json.ts';
import {workspaceField} from '../../core/workspace/context-map.ts';
import {maskedAddress} from '../../core/workspace/mask.ts';
import type {ContextValue} from '../../core/workspace/value-source.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

const SHOWN: readonly (readonly string[])[] = [
  ['identity', 'oidc', 'issuer'],
  ['identity', 'oidc', 'clientId'],
  ['identity', 'oidc', 'clientSecret'],
  ['identity', 'oidc', 'tokenFile'],
  ['identity', 'oidc', 'tokenEnv'],
  ['identity', 'oidc', 'githubAudience'],
  ['trust', 'programs'],
  ['trust', 'localFiles'],
  ['trust', 'insecureTls'],
];

/**
 * Returns the identity settings of a workspace, and its trust settings for a fetched kubeconfig. They contain no secret, only references.
 */
export const ownValues = ({workspace, origin}: FoundWorkspace): readonly ContextValue[] =>
  SHOWN.flatMap((path): ContextValue[] => {
    const value = path.reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
      workspace,
    );
    if (value === undefined || value === null) return [];
    return [{name: path.join('.'), value: textOf(value as Json), source: workspaceField(path, origin), shadowed: []}];
  });

const textOf = (value: Json): string =>
  typeof value === 'string'
    ? maskedAddress(value)
    : Array.isArray(value)
      ? value.map(String).join(', ')
      : JSON.stringify(value);
