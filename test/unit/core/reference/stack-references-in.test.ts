import {describe, expect, it} from 'vitest';
import {parseText} from '../../../../src/core/reference/parse-text.ts';
import {referencesIn} from '../../../../src/core/reference/references-in.ts';
import {stackReferencesIn} from '../../../../src/core/reference/stack-references-in.ts';

describe('a value of another stack', () => {
  it.each([
    {
      text: '${ref:stack:shop/base#v1:Service:shop:db#spec.clusterIP}',
      want: ['shop/base', 'v1:Service:shop:db', ['spec', 'clusterIP']],
    },
    {
      text: '${ref:stack:base#v1:Service:shop:db#spec.ports[0].port}',
      want: ['base', 'v1:Service:shop:db', ['spec', 'ports', 0, 'port']],
    },
    {
      text: '${ref:stack:a/b#apps/v1:Deployment:x:y#metadata["a.b"]}',
      want: ['a/b', 'apps/v1:Deployment:x:y', ['metadata', 'a.b']],
    },
    {
      text: '${ref:shared:v1:Service:data:db#spec.clusterIP}',
      want: ['shared/*', 'v1:Service:data:db', ['spec', 'clusterIP']],
    },
    {text: '${ref:shared:"v1:Role:x:y#z"#rules}', want: ['shared/*', 'v1:Role:x:y#z', ['rules']]},
    {text: '${ref:stack:a/b#"v1:Role:x:y#z"#rules}', want: ['a/b', 'v1:Role:x:y#z', ['rules']]},
    {
      text: 'http://${ref:stack:a/b#v1:Service:x:y#spec.clusterIP}:80',
      want: ['a/b', 'v1:Service:x:y', ['spec', 'clusterIP']],
    },
  ])('$text', ({text, want}) => {
    const [found] = stackReferencesIn({data: text});
    expect([found?.stack, found?.id, found?.path]).toEqual(want);
    expect(found?.at).toEqual(['data']);
    // It makes no edge inside of the stack, and is not unknown there.
    expect(referencesIn({data: text}, new Set())).toEqual({references: [], problems: []});
  });

  it.each([
    '${ref:stack:shop/base#v1:Service:shop:db}',
    '${ref:stack:shop/base#v1:Service:shop:db#}',
    '${ref:stack:shop/base#"broken#a}',
  ])('%s is told to be none', (text) =>
    expect(referencesIn({data: text}, new Set()).problems).toMatchObject([{code: 'reference/syntax'}]),
  );

  it.each([
    {text: '${ref:shared:v1:Secret:data:login#data.password}', isSecret: true},
    {text: '${ref:shared:v1:Secret:data:login#metadata.name}', isSecret: false},
    {text: '${ref:shared:claim:login/small#stringData.password}', isSecret: true},
    {text: '${ref:shared:claim:login/small#data.password}', isSecret: false},
    {text: '${ref:shared:v1:ConfigMap:data:login#stringData.password}', isSecret: false},
  ])('$text is a secret: $isSecret', ({text, isSecret}) => {
    const [found] = stackReferencesIn({data: text});
    expect(found?.isSecret === true).toBe(isSecret);
    if (isSecret) expect(found?.path).toEqual(['data', 'password']);
  });

  it('an escaped value of another stack is a literal', () =>
    expect(parseText('$${ref:stack:a/b#c#d}', () => false)).toEqual([{kind: 'literal', text: '${ref:stack:a/b#c#d}'}]));
});
