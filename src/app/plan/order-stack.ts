import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origins} from '../../core/diagnostic/origin.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {DroppedEdge, Edges} from '../../core/graph/edges.ts';
import type {Reference} from '../../core/reference/reference.ts';
import {referenceDiagnostic} from '../../core/reference/reference-diagnostic.ts';
import {referencesIn} from '../../core/reference/references-in.ts';
import {isSecretObject, secretDataReferences} from '../../core/reference/secret-data-references.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {orderResources} from '../../kubernetes/graph/order-resources.ts';

/** The order of an apply, from references and `dependsOn`. */
export type StackOrder = {
  /** The ids, each after everything that it depends on. */
  readonly order: readonly string[];
  /** The ids that each id comes after. */
  readonly after: ReadonlyMap<string, readonly string[]>;
};

/** An order with the reasons: the edges that count, and those that were dropped because they would close a cycle. */
export type ExplainedOrder = StackOrder & {
  readonly edges: Edges;
  readonly dropped: readonly DroppedEdge[];
};

type Stack = {
  readonly resources: readonly Resource[];
  readonly origins: Origins;
  /** Ids of resources whose values may hold references. */
  readonly expandable: ReadonlySet<string>;
};

/**
 * Orders the resources of a stack: by references, dependsOn, order annotations and fields of the objects.
 * @throws GantryError `input/invalid` for unknown ids and for cycles, all at once.
 */
export function orderStack({resources, origins, expandable}: Stack): ExplainedOrder {
  const ids = new Set(resources.map(({id}) => id));
  const secrets = new Set(resources.filter(({attributes}) => isSecretObject(attributes)).map(({id}) => id));
  const references = new Map<string, readonly Reference[]>();
  const problems: Diagnostic[] = [];
  for (const {id, type, attributes} of resources) {
    if (!expandable.has(id)) continue;
    const found = referencesIn(attributes, ids);
    references.set(id, found.references);
    const wrong = [
      ...found.problems,
      // Terraform gets such a value as a sensitive variable, and its state is sealed.
      ...(type === 'Terraform'
        ? []
        : secretDataReferences(attributes, found.references, (other) => secrets.has(other))),
    ];
    problems.push(...wrong.map((problem) => referenceDiagnostic(problem, id, origins.get(id))));
  }
  const {ordered, problems: loops} = orderResources({resources, references, origins});
  if (ordered === undefined || problems.length + loops.length > 0) {
    throw new GantryError({code: 'input/invalid', diagnostics: [...problems, ...loops]});
  }
  const {graph, edges, dropped} = ordered;
  return {order: graph.order, after: graph.after, edges, dropped};
}
