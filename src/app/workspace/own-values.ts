import type {Json} from '../../core/json.ts';
import {workspaceField} from '../../core/workspace/context-map.ts';
import {maskedAddress, maskedText} from '../../core/workspace/mask.ts';
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

/** Returns the values of a workspace outside of its context: identity, trust for a fetched kubeconfig, and named providers (masked). */
export const ownValues = (chosen: FoundWorkspace): readonly ContextValue[] => [
  ...settings(chosen),
  ...providerValues(chosen),
];

const settings = ({workspace, origin}: FoundWorkspace): readonly ContextValue[] =>
  SHOWN.flatMap((path): ContextValue[] => {
    const value = path.reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
      workspace,
    );
    if (value === undefined || value === null) return [];
    return [{name: path.join('.'), value: textOf(value as Json), source: workspaceField(path, origin), shadowed: []}];
  });

const providerValues = ({workspace: {providers}, origin}: FoundWorkspace): readonly ContextValue[] =>
  Object.entries(providers ?? {}).flatMap(([provider, names]) =>
    Object.entries(names).flatMap(([name, fields]) =>
      Object.entries(fields).map(([field, value]) => {
        const path = ['providers', provider, name, field];
        return {
          name: path.join('.'),
          value: maskedText(field, value),
          source: workspaceField(path, origin),
          shadowed: [],
        };
      }),
    ),
  );

const textOf = (value: Json): string =>
  typeof value === 'string'
    ? maskedAddress(value)
    : Array.isArray(value)
      ? value.map(String).join(', ')
      : JSON.stringify(value);
