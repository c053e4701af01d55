import type {ResourceGraph} from '../../../../app/resource/graph-resources.ts';
import {printable} from '../../../printable.ts';
import {directNeeds} from './direct-needs.ts';

/** The syntax of a diagram language. Nodes are named `n0`, `n1`, …, so that no id of a resource is read as syntax. */
type Language = {
  readonly head: (title: string) => readonly string[];
  readonly node: (name: string, label: string) => string;
  readonly edge: (from: string, to: string, label: string) => string;
  /** Returns a dropped edge, which is drawn dashed. */
  readonly dropped: (from: string, to: string, label: string) => string;
  readonly end: readonly string[];
};

/** Quotes a label for Graphviz. A backslash begins an escape sequence there (`\N` is the name of the node). */
const dotText = (text: string): string => `"${printable(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Graphviz: https://graphviz.org/doc/info/lang.html */
const DOT: Language = {
  head: (title) => [`digraph ${dotText(title)} {`, '  rankdir = "LR"', '  node [shape = "box"]'],
  node: (name, label) => `  ${name} [label = ${dotText(label)}]`,
  edge: (from, to, label) => `  ${from} -> ${to} [label = ${dotText(label)}]`,
  // It does not influence the layout, because it runs against the order.
  dropped: (from, to, label) =>
    `  ${from} -> ${to} [label = ${dotText(label)}, style = "dashed", constraint = "false"]`,
  end: ['}'],
};

/** Quotes a label for Mermaid. Labels are HTML and Markdown; special characters are entities with `#` in place of `&`. */
const mermaidText = (text: string): string =>
  `"${printable(text).replaceAll(/[^\p{L}\p{N} :./_(),-]/gu, (sign) => `#${sign.codePointAt(0)};`)}"`;

/** Mermaid, as GitHub and GitLab draw it: https://mermaid.js.org/syntax/flowchart.html */
const MERMAID: Language = {
  head: () => ['flowchart LR'],
  node: (name, label) => `  ${name}[${mermaidText(label)}]`,
  edge: (from, to, label) => `  ${from} -->|${mermaidText(label)}| ${to}`,
  dropped: (from, to, label) => `  ${from} -.->|${mermaidText(label)}| ${to}`,
  end: [],
};

const LANGUAGES = {dot: DOT, mermaid: MERMAID} as const;
/** A diagram language of `gantry resource graph`. */
export type DiagramLanguage = keyof typeof LANGUAGES;

/**
 * Returns the graph as a diagram. Arrows point from a resource to the resources that it needs, as in `terraform graph`.
 * Edges that were dropped, because they would close a cycle, are dashed.
 */
export function graphDiagram(graph: ResourceGraph, language: DiagramLanguage): string {
  const {project, stack, resources, dropped, others = []} = graph;
  const {head, node, edge, dropped: dashed, end} = LANGUAGES[language];
  const nodes = [...resources, ...new Set(others.map(({needs: other}) => other))];
  const names = new Map(nodes.map((id, i) => [id, `n${i}`]));
  const nameOf = (id: string): string => names.get(id) ?? '';
  const needs = directNeeds(graph);
  return [
    ...head(`${project}/${stack}`),
    ...nodes.map((id) => node(nameOf(id), id)),
    ...resources.flatMap((id) =>
      (needs.get(id) ?? []).map(({needs: other, because}) => edge(nameOf(id), nameOf(other), because)),
    ),
    ...others.map(({id, needs: other, because}) => edge(nameOf(id), nameOf(other), because)),
    ...dropped.map(({id, needs: other, because}) => dashed(nameOf(id), nameOf(other), because)),
    ...end,
    '',
  ].join('\n');
}
