import type {ResourceIndex} from './resource-index.ts';

/** An edge: `id` must come after `needs`. `because` continues after the id: `uses Secret shop/db`. */
export type Edge = {readonly id: string; readonly needs: string; readonly because: string};

/** A rule that infers edges of one type. It works by look-ups, never by comparing all objects with each other. */
export type EdgeRule = (index: ResourceIndex) => Iterable<Edge>;

/** The rules that infer an edge from the contents of objects. */
export type InferredRule =
  | 'namespace'
  | 'CRD'
  | 'APIService'
  | 'pod'
  | 'storage'
  | 'access'
  | 'network'
  | 'admission'
  | 'scaling'
  | 'backend'
  | 'grant'
  | 'namespace-policy';
