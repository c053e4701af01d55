import {describe, expect, it} from 'vitest';
import type {ResourceEdge, ResourceGraph} from '../../../../../src/app/resource/graph-resources.ts';
import {graphDiagram} from '../../../../../src/ui/text/resource/graph/diagram.ts';
import {directNeeds} from '../../../../../src/ui/text/resource/graph/direct-needs.ts';
import {graphTree} from '../../../../../src/ui/text/resource/graph/tree.ts';
import {plainStyle} from '../../plain-style.ts';

type Edge = readonly [id: string, needs: string, rule?: ResourceEdge['rule']];

const graphOf = (resources: readonly string[], edges: readonly Edge[]): ResourceGraph => ({
  formatVersion: 1,
  project: 'shop',
  stack: 'dev',
  resources,
  edges: edges.map(([id, needs, rule = 'pod']) => ({id, needs, rule, because: `uses ${needs}`})),
  dropped: [],
  diagnostics: [],
});

describe('directNeeds', () => {
  const cases: readonly {title: string; edges: readonly Edge[]; kept: readonly string[]}[] = [
    {
      title: 'an edge that follows from two others is left out',
      edges: [
        ['b', 'a'],
        ['c', 'b'],
        ['c', 'a'],
      ],
      kept: ['b>a', 'c>b'],
    },
    {
      title: 'an edge that follows from three others is left out',
      edges: [
        ['b', 'a'],
        ['c', 'b'],
        ['d', 'c'],
        ['d', 'a'],
      ],
      kept: ['b>a', 'c>b', 'd>c'],
    },
    {
      title: 'an edge that the user asked for stays',
      edges: [
        ['b', 'a'],
        ['c', 'b'],
        ['c', 'a', 'depends-on'],
      ],
      kept: ['b>a', 'c>b', 'c>a'],
    },
    {
      title: 'two ways to one resource stay',
      edges: [
        ['b', 'a'],
        ['c', 'a'],
        ['d', 'b'],
        ['d', 'c'],
      ],
      kept: ['b>a', 'c>a', 'd>b', 'd>c'],
    },
  ];
  it.each(cases)('$title', ({edges, kept}) => {
    const direct = [...directNeeds(graphOf(['a', 'b', 'c', 'd'], edges)).values()].flat();
    expect(direct.map(({id, needs}) => `${id}>${needs}`)).toEqual(kept);
  });
});

describe('graphTree', () => {
  it('a resource whose needs were already shown is marked and not repeated', () => {
    const graph = graphOf(
      ['ns', 'cm', 'web', 'job'],
      [
        ['cm', 'ns'],
        ['web', 'cm'],
        ['job', 'cm'],
      ],
    );
    expect(graphTree(graph, plainStyle)).toBe(
      [
        '4 resources of shop/dev; below each resource are the resources that it needs.',
        '',
        'web',
        '└─ cm  (uses cm)',
        '   └─ ns  (uses ns)',
        'job',
        '└─ cm  (uses cm) (*)',
        '',
      ].join('\n'),
    );
  });

  it('a chain of 1,000 resources is shown, with control characters escaped', () => {
    const ids = Array.from({length: 1_000}, (_, i) => `id\u001b[2J${i}`);
    const graph = graphOf(
      ids,
      ids.slice(1).map((id, i) => [id, ids[i] ?? '']),
    );
    const text = graphTree(graph, plainStyle);
    expect(text.split('\n')).toHaveLength(1_003);
    expect(text).not.toContain('\u001b');
  });
});

describe('graphDiagram', () => {
  const hostile = graphOf(
    ['a"] --> n9["x', 'b\\N"; } digraph x { "', 'c<script>alert(1)</script>#amp;`\n%%'],
    [['b\\N"; } digraph x { "', 'a"] --> n9["x']],
  );

  it('DOT quotes characters that end a label or begin an escape sequence', () => {
    expect(graphDiagram(hostile, 'dot')).toBe(
      String.raw`digraph "shop/dev" {
  rankdir = "LR"
  node [shape = "box"]
  n0 [label = "a\"] --> n9[\"x"]
  n1 [label = "b\\N\"; } digraph x { \""]
  n2 [label = "c<script>alert(1)</script>#amp;${'`'}\\n%%"]
  n1 -> n0 [label = "uses a\"] --> n9[\"x"]
}
`,
    );
  });

  it.each([
    {language: 'dot', dashed: '  n0 -> n1 [label = "uses \\\\\\"b", style = "dashed", constraint = "false"]\n}\n'},
    {language: 'mermaid', dashed: '  n0 -.->|"uses #92;#34;b"| n1\n'},
  ] as const)('$language draws an ignored edge dashed, after the others', ({language, dashed}) => {
    const dropped = [{id: 'a', needs: 'b', rule: 'namespace', because: 'uses \\"b'}] as const;
    const text = graphDiagram({...graphOf(['a', 'b'], [['b', 'a']]), dropped}, language);
    expect(text.endsWith(dashed), text).toBe(true);
    expect(text.split('n0')).toHaveLength(4);
  });

  it('Mermaid labels contain no characters that end a label or are HTML', () => {
    const text = graphDiagram(hostile, 'mermaid');
    expect(text.split('\n').slice(0, 4)).toEqual([
      'flowchart LR',
      '  n0["a#34;#93; --#62; n9#91;#34;x"]',
      '  n1["b#92;N#34;#59; #125; digraph x #123; #34;"]',
      '  n2["c#60;script#62;alert(1)#60;/script#62;#35;amp#59;#96;#92;n#37;#37;"]',
    ]);
    expect(text).toContain('  n1 -->|"uses a#34;#93; --#62; n9#91;#34;x"| n0\n');
  });
});
