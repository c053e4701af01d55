import type {ResourceEdge, ResourceGraph} from '../../../../app/resource/graph-resources.ts';

/**
 * Returns the edges of each id without those that follow from others (the transitive reduction): a Deployment that needs a ConfigMap, which
 * needs the Namespace, is not drawn to the Namespace as well. An edge that the user asked for always stays.
 */
export function directNeeds({resources, edges}: ResourceGraph): ReadonlyMap<string, readonly ResourceEdge[]> {
  const all = new Map<string, ResourceEdge[]>(resources.map((id) => [id, []]));
  for (const edge of edges) all.get(edge.id)?.push(edge);
  const position = new Map(resources.map((id, i) => [id, i]));
  const at = (id: string): number => position.get(id) ?? 0;
  /** Returns what can be reached in more than one step. Ids before the first need in the order cannot be implied, and are skipped. */
  const beyond = (needs: readonly ResourceEdge[]): ReadonlySet<string> => {
    const first = needs.reduce((least, edge) => Math.min(least, at(edge.needs)), Infinity);
    const reached = new Set<string>();
    const walked = new Set(needs.map((edge) => edge.needs));
    for (const id of walked)
      for (const {needs: next} of all.get(id) ?? [])
        if (at(next) >= first) {
          reached.add(next);
          walked.add(next);
        }
    return reached;
  };
  return new Map(
    [...all].map(([id, needs]) => {
      if (needs.length < 2) return [id, needs];
      const implied = beyond(needs);
      return [id, needs.filter((edge) => isAskedFor(edge) || !implied.has(edge.needs))];
    }),
  );
}

const ASKED_FOR: ReadonlySet<ResourceEdge['rule']> = new Set(['reference', 'depends-on', 'order']);
const isAskedFor = ({rule}: ResourceEdge): boolean => ASKED_FOR.has(rule);
