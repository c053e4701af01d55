import type {EdgeReason, Edges} from '../../core/graph/edges.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {accessEdges, grantEdges} from './edges/access.ts';
import {admissionEdges, backendEdges} from './edges/admission.ts';
import {apiServiceEdges, conversionEdges, crdEdges} from './edges/crd-edges.ts';
import type {EdgeRule, InferredRule} from './edges/edge.ts';
import {namespaceEdges} from './edges/namespace.ts';
import {namespacePolicyEdges} from './edges/namespace-policy.ts';
import {networkEdges} from './edges/network.ts';
import {podEdges} from './edges/pod.ts';
import {indexResources} from './edges/resource-index.ts';
import {scalingEdges} from './edges/scaling.ts';
import {storageEdges} from './edges/storage.ts';

/**
 * The strongest first: where two rules say the same, the stronger gives the reason; where edges close a loop, the
 * weakest of them goes.
 */
const EDGE_RULES: readonly {readonly rule: InferredRule; readonly edges: EdgeRule}[] = [
  // Without it the API server refuses the object.
  {rule: 'namespace', edges: namespaceEdges},
  {rule: 'CRD', edges: crdEdges},
  {rule: 'APIService', edges: apiServiceEdges},
  // Without it nothing starts.
  {rule: 'pod', edges: podEdges},
  {rule: 'storage', edges: storageEdges},
  {rule: 'access', edges: accessEdges},
  {rule: 'network', edges: networkEdges},
  {rule: 'admission', edges: admissionEdges},
  {rule: 'scaling', edges: scalingEdges},
  // Without it others are refused for a while.
  {rule: 'backend', edges: backendEdges},
  {rule: 'backend', edges: conversionEdges},
  // Without it pods start with too little, or with too much.
  {rule: 'grant', edges: grantEdges},
  {rule: 'namespace-policy', edges: namespacePolicyEdges},
];

const RANK: ReadonlyMap<string, number> = new Map(EDGE_RULES.map(({rule}, i) => [rule, i]));

/** How readily an edge is given up to break a loop; undefined for what the user asked for. */
export const weakness = ({rule}: EdgeReason): number | undefined => RANK.get(rule);

/**
 * Who must come after whom, from what the objects refer to: id → the ids that it needs → why. Never all of one kind
 * before all of another, and nothing about objects that are not in the stack.
 */
export function inferEdges(resources: readonly Resource[]): Edges {
  const index = indexResources(resources);
  const found = new Map<string, Map<string, EdgeReason>>();
  for (const {rule, edges} of EDGE_RULES) {
    for (const {id, needs, because} of edges(index)) {
      if (id === needs) continue;
      const reasons = found.get(id) ?? new Map<string, EdgeReason>();
      found.set(id, reasons);
      if (!reasons.has(needs)) reasons.set(needs, {rule, because});
    }
  }
  return found;
}
