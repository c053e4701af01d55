import {describe, expect, it} from 'vitest';
import {referencesIn} from '../../../../src/core/reference/references-in.ts';
import {secretReferencesIn} from '../../../../src/core/reference/secret-references-in.ts';

const WEB = 'v1:Service:shop:web';
const DOTTED = 'networking.k8s.io/v1:Ingress:shop:web.example';
const SHORTER = 'networking.k8s.io/v1:Ingress:shop:web';
const ODD = 'rbac.authorization.k8s.io/v1:ClusterRole:a#b}"c';
const KNOWN = new Set([WEB, DOTTED, SHORTER, ODD]);

const refs = (value: string) => referencesIn({value}, KNOWN).references.map(({id, path}) => ({id, path}));
const problems = (value: string) => referencesIn({value}, KNOWN).problems;

describe('a reference', () => {
  it.each([
    {name: 'names an id and a path', value: `\${ref:${WEB}#spec.clusterIP}`, id: WEB, path: ['spec', 'clusterIP']},
    {
      name: 'reads indexes and quoted keys',
      value: `\${ref:${WEB}#spec.ports[0].labels["a.b/c"].x}`,
      id: WEB,
      path: ['spec', 'ports', 0, 'labels', 'a.b/c', 'x'],
    },
    {name: 'may start with a quoted key', value: `\${ref:${WEB}#["a}b"][1]}`, id: WEB, path: ['a}b', 1]},
    {
      name: 'keeps the dots of an id',
      value: `\${ref:${DOTTED}#metadata.name}`,
      id: DOTTED,
      path: ['metadata', 'name'],
    },
    {
      name: 'writes an id with # or } as a JSON string',
      value: `\${ref:${JSON.stringify(ODD)}#metadata.name}`,
      id: ODD,
      path: ['metadata', 'name'],
    },
    {
      name: 'of Kusion takes the longest known id that goes on with a dot',
      value: `$kusion_path.${DOTTED}.metadata.name`,
      id: DOTTED,
      path: ['metadata', 'name'],
    },
    {
      name: 'of Kusion takes the shorter id when the longer does not go on with a dot',
      value: `$kusion_path.${SHORTER}.exampleName`,
      id: SHORTER,
      path: ['exampleName'],
    },
    {
      name: 'of Kusion reads indexes too',
      value: `$kusion_path.${WEB}.spec.ports[0].port`,
      id: WEB,
      path: ['spec', 'ports', 0, 'port'],
    },
  ])('$name', ({value, id, path}) => {
    expect(refs(value)).toEqual([{id, path}]);
    expect(problems(value)).toEqual([]);
  });

  it('a reference is found anywhere in a string, several times, with its path', () => {
    const text = `http://\${ref:${WEB}#spec.clusterIP}:\${ref:${WEB}#spec.port}/`;
    expect(referencesIn({spec: {env: [{value: 'x'}, {value: text}]}}, KNOWN).references).toEqual([
      {id: WEB, path: ['spec', 'clusterIP'], at: ['spec', 'env', 1, 'value'], text: `\${ref:${WEB}#spec.clusterIP}`},
      {id: WEB, path: ['spec', 'port'], at: ['spec', 'env', 1, 'value'], text: `\${ref:${WEB}#spec.port}`},
    ]);
  });

  it('a reference is found in values and not in keys', () => {
    expect(referencesIn({[`\${ref:${WEB}#a}`]: 1}, KNOWN).references).toEqual([]);
  });
});

describe('literal text', () => {
  it.each([
    'echo ${ref:0:7}',
    'echo ${ref:0:7} # a comment',
    'echo ${ref:0:7\n# a comment }',
    '${ref#refs/heads/}',
    '${ref}',
    '$ref',
    '${ref:}',
    '${ref:',
    '${ref:"x"}',
    `$\${ref:${WEB}#spec.clusterIP}`,
    `$$\${ref:${WEB}#spec.clusterIP}`,
    `a $kusion_path.${WEB}.spec`,
    `$$kusion_path.${WEB}.spec`,
    '$$ 5 $',
  ])('%j is not a reference', (value) => expect(referencesIn({value}, KNOWN)).toEqual({references: [], problems: []}));
});

describe('a problem', () => {
  it.each([
    {
      name: 'an unknown id names the nearest',
      value: '${ref:v1:Service:shop:wep#spec.clusterIP}',
      code: 'reference/unknown-id',
      message: 'refers to v1:Service:shop:wep, which is not in this stack',
      hint: `Did you mean ${WEB}?`,
    },
    {
      name: 'an unknown id that is near to nothing says how to write literal text',
      value: '${ref:-#fff}',
      code: 'reference/unknown-id',
      message: 'refers to -, which is not in this stack',
      hint: 'For literal text, write $${ref: instead of ${ref:.',
    },
    {
      name: 'an unknown id of Kusion is guessed to end after its name',
      value: '$kusion_path.v1:Service:shop:wep.spec.clusterIP',
      code: 'reference/unknown-id',
      message: 'refers to v1:Service:shop:wep, which is not in this stack',
      hint: `Did you mean ${WEB}?`,
    },
    {
      name: 'a reference without a path',
      value: `\${ref:${WEB}#}`,
      code: 'reference/syntax',
      message: `\${ref:${WEB}#} is not a reference: it names no field`,
    },
    {
      name: 'a Kusion reference without a path',
      value: `$kusion_path.${WEB}`,
      code: 'reference/syntax',
      message: `$kusion_path.${WEB} is not a reference: it names no field`,
    },
    {
      name: 'a reference without its brace',
      value: `\${ref:${WEB}#spec.clusterIP`,
      code: 'reference/syntax',
      message: `\${ref:${WEB}#spec.clusterIP is not a reference: it has no closing }`,
    },
    {
      name: 'a path that ends in a dot',
      value: `\${ref:${WEB}#spec.}`,
      code: 'reference/syntax',
      message: `\${ref:${WEB}#spec.} is not a reference: its path is not valid`,
    },
    {
      name: 'an index that is no number',
      value: `\${ref:${WEB}#spec.ports[x]}`,
      code: 'reference/syntax',
      message: `\${ref:${WEB}#spec.ports[x]} is not a reference: its path is not valid`,
    },
    {
      name: 'an id that is not a JSON string',
      value: '${ref:"\\x"#a}',
      code: 'reference/syntax',
      message: '${ref:"\\x"#a} is not a reference: its id is not a JSON string',
    },
  ])('$name', ({value, code, message, hint}) => {
    expect(problems(value)).toEqual([
      {code, at: ['value'], message, hint: hint ?? expect.stringContaining('Write ${ref:ID#path}')},
    ]);
  });

  it('a problem does not hide the references after it', () => {
    expect(refs(`\${ref:${WEB}#} \${ref:${WEB}#spec}`)).toEqual([{id: WEB, path: ['spec']}]);
  });

  it('a problem in a long text of openings is found quickly', () => {
    const value = '${ref:${ref:"${ref://$kusion_path.'.repeat(2000);
    expect(referencesIn({value, kusion: `$kusion_path.${'.'.repeat(100_000)}`}, KNOWN).references).toEqual([]);
  });
});

describe('a secret reference', () => {
  it.each([
    {name: 'is a whole value', value: 'ref://db/password?version=2', uris: ['ref://db/password?version=2']},
    {
      name: 'may be inside a string, in braces',
      value: 'postgres://u:${ref://db/password}@h/${ref://db/name}',
      uris: ['ref://db/password', 'ref://db/name'],
    },
    {name: 'does not begin in the middle', value: 'see ref://db/password', uris: []},
    {name: 'is escaped by a dollar', value: '$ref://db/password', uris: []},
    {name: 'is escaped in braces by a dollar', value: '$${ref://db/password}', uris: []},
  ])('$name', ({value, uris}) => {
    expect(secretReferencesIn({data: [value]})).toEqual(uris.map((uri) => ({uri, at: ['data', 0]})));
    expect(referencesIn({value}, KNOWN)).toEqual({references: [], problems: []});
  });
});
