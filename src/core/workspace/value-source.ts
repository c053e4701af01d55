import {unreachable} from '../../lib/unreachable.ts';

/** Where a connection value comes from: its provenance, as data. */
export type ValueSource =
  /** A key of the workspace's context. */
  | {readonly kind: 'context'; readonly file: string; readonly line: number; readonly key: string}
  /** Another field of the workspace: `env.NAME`, `identity.oidc.issuer`. */
  | {readonly kind: 'workspace'; readonly file: string; readonly line: number; readonly field: string}
  /** A key of the context that a spec file in Kusion's shape brings along. */
  | {readonly kind: 'spec'; readonly key: string}
  | {readonly kind: 'environment'; readonly variable: string}
  /** An extension of this resource. */
  | {readonly kind: 'extension'; readonly resource: string}
  /** A field of the block for the provider that this resource brings along. */
  | {readonly kind: 'provider-meta'; readonly resource: string; readonly field: string}
  /** Nobody set it: `~/.kube/config`, or the service account of the pod that we run in. */
  | {readonly kind: 'default'; readonly what: string};

/** A value that is set, and not used because another one ranks higher. */
export type ShadowedValue = {readonly name: string; readonly value: string; readonly source: ValueSource};

/** One connection value as it may be shown: a secret is `***`. */
export type ContextValue = {
  readonly name: string;
  readonly value: string;
  readonly source: ValueSource;
  readonly shadowed: readonly ShadowedValue[];
};

/** For messages: `context.kubeconfig_path (workspaces/prod.yaml:4)`. */
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
