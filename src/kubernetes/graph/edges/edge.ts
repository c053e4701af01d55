import type {ResourceIndex} from './resource-index.ts';

/** `id` must come after `needs`. `because` goes on after the id: `uses Secret shop/db`. */
export type Edge = {readonly id: string; readonly needs: string; readonly because: string};

/** One kind of knowledge about who needs whom. Works by look-ups, never by comparing all with all. */
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
