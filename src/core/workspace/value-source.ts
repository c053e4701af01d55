import {unreachable} from '../../lib/unreachable.ts';

/** The source of a connection value. */
export type ValueSource =
  /** A key of the workspace's context. */
  | {readonly kind: 'context'; readonly file: string; readonly line: number; readonly key: string}
  /** Another field of the workspace: `env.NAME`, `identity.oidc.issuer`. */
  | {readonly kind: 'workspace'; readonly file: string; readonly line: number; readonly field: string}
  /** A key of the context in a spec file. */
  | {readonly kind: 'spec'; readonly key: string}
  | {readonly kind: 'environment'; readonly variable: string}
  /** An extension of a resource. */
  | {readonly kind: 'extension'; readonly resource: string}
  /** A field of the provider configuration of a resource. */
  | {readonly kind: 'provider-meta'; readonly resource: string; readonly field: string}
  /** A default: `~/.kube/config`, or the service account of the pod. */
  | {readonly kind: 'default'; readonly what: string};

/** A value that is not used because another one has precedence. */
export type ShadowedValue = {readonly name: string; readonly value: string; readonly source: ValueSource};

/** A connection value for views. Secrets are `***`. */
export type ContextValue = {
  readonly name: string;
  readonly value: string;
  readonly source: ValueSource;
  readonly shadowed: readonly ShadowedValue[];
};

/** Returns a source for messages: `context.kubeconfig_path (workspaces/prod.yaml:4)`. */
export function describeSource(source: ValueSource): string {
  switch (source.kind) {
    case 'context':
      return `context.${source.key} (${source.file}:${source.line})`;
    case 'workspace':
      return `${source.field} (${source.file}:${source.line})`;
    case 'spec':
      return `${source.key} in the context of the spec file`;
    case 'environment':
      return `the environment's ${source.variable}`;
    case 'extension':
      return `the extension kubeConfig of ${source.resource}`;
    case 'provider-meta':
      return `the extension providerMeta.${source.field} of ${source.resource}`;
    case 'default':
      return source.what;
    default:
      return unreachable(source);
  }
}
