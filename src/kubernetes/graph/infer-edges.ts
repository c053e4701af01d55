import type {EdgeReason, Edges} from '../../core/graph/edges.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {accessEdges, grantEdges} from './edges/access.ts';
import {admissionEdges, backendEdges} from './edges/admission.ts';
import {apiServiceEdges, conversionEdges, crdEdges} from './edges/crd-edges.ts';
import type {EdgeRule, InferredRule} from './edges/edge.ts';
import {namespaceEdges, namespacePolicyEdges} from './edges/namespace.ts';
import {networkEdges} from './edges/network.ts';
import {podEdges} from './edges/pod.ts';
import {indexResources} from './edges/resource-index.ts';
import {scalingEdges} from './edges/scaling.ts';
import {storageEdges} from './edges/storage.ts';

/**
 * The rules, strongest first. If two rules infer the same edge, the stronger one gives the reason. If edges close a
 * cycle, the weakest one is dropped.
 */
const EDGE_RULES: readonly {readonly rule: InferredRule; readonly edges: EdgeRule}[] = [
  // Without these the API server refuses the object.
  {rule: 'namespace', edges: namespaceEdges},
  {rule: 'CRD', edges: crdEdges},
  {rule: 'APIService', edges: apiServiceEdges},
  // Without these no pod starts.
  {rule: 'pod', edges: podEdges},
  {rule: 'storage', edges: storageEdges},
  {rule: 'access', edges: accessEdges},
  {rule: 'network', edges: networkEdges},
  {rule: 'admission', edges: admissionEdges},
  {rule: 'scaling', edges: scalingEdges},
  // Without these other objects are refused for a while.
  {rule: 'backend', edges: backendEdges},
  {rule: 'backend', edges: conversionEdges},
  // Without these pods start with too few permissions, or too many.
  {rule: 'grant', edges: grantEdges},
  {rule: 'namespace-policy', edges: namespacePolicyEdges},
];

const RANK: ReadonlyMap<string, number> = new Map(EDGE_RULES.map(({rule}, i) => [rule, i]));

/** Returns how readily an edge is dropped to break a cycle, or undefined for an edge that the user asked for. */
export const weakness = ({rule}: EdgeReason): number | undefined => RANK.get(rule);

/**
 * Infers from the objects which resource must come after which: id → the ids that it needs → why. It never orders whole
 * kinds, and ignores references to objects that are not in the stack.
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
