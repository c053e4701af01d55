import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {escapeText} from '../../../../src/core/reference/escape-text.ts';
import {readPath, showPath} from '../../../../src/core/reference/path.ts';
import {resolveReferences} from '../../../../src/core/reference/resolve-references.ts';

const WEB = 'v1:Service:shop:web';
const NEW = 'v1:Service:shop:new';
const service: JsonObject = {
  metadata: {name: 'web', labels: {'app.kubernetes.io/name': 'shop'}},
  spec: {clusterIP: '10.0.0.1', ports: [{port: 80}], headless: false, none: null, text: '${ref:v1:x#y} $ref://z'},
};
const lookup = (id: string): JsonObject | 'unknown' | undefined =>
  id === WEB ? service : id === NEW ? 'unknown' : undefined;
const resolve = (value: Json) => resolveReferences({value}, lookup, [WEB, NEW]);

describe('resolving', () => {
  it.each<{name: string; value: string; want: Json}>([
    {name: 'keeps the type of a number', value: `\${ref:${WEB}#spec.ports[0].port}`, want: 80},
    {name: 'keeps the type of a boolean', value: `\${ref:${WEB}#spec.headless}`, want: false},
    {name: 'keeps a list', value: `\${ref:${WEB}#spec.ports}`, want: [{port: 80}]},
    {name: 'keeps an object', value: `\${ref:${WEB}#spec.ports[0]}`, want: {port: 80}},
    {name: 'keeps null as a whole value', value: `\${ref:${WEB}#spec.none}`, want: null},
    {name: 'keeps the type in the syntax of Kusion', value: `$kusion_path.${WEB}.spec.ports.0.port`, want: 80},
    {name: 'reads dotted keys', value: `\${ref:${WEB}#metadata.labels["app.kubernetes.io/name"]}`, want: 'shop'},
    {
      name: 'writes scalars into text',
      value: `http://\${ref:${WEB}#spec.clusterIP}:\${ref:${WEB}#spec.ports[0].port}/\${ref:${WEB}#spec.headless}`,
      want: 'http://10.0.0.1:80/false',
    },
    {
      name: 'does not resolve references in a substituted value',
      value: `\${ref:${WEB}#spec.text}`,
      want: '${ref:v1:x#y} $ref://z',
    },
    {name: 'removes the escape', value: `$\${ref:${WEB}#spec} in text`, want: `\${ref:${WEB}#spec} in text`},
    {
      name: 'removes one dollar of several, and resolves the references after it',
      value: `$$\${ref:a} \${ref:${WEB}#metadata.name}`,
      want: '$${ref:a} web',
    },
    {name: 'removes the escape of a literal that looks like a secret', value: '$ref://db/x', want: 'ref://db/x'},
    {name: 'removes the escape of a literal of Kusion', value: '$$kusion_path.a.b', want: '$kusion_path.a.b'},
    {name: 'keeps references to secrets unresolved', value: 'ref://db/password', want: 'ref://db/password'},
    {
      name: 'keeps references to secrets inside text unresolved',
      value: 'u:${ref://db/p}@${ref:0:7}',
      want: 'u:${ref://db/p}@${ref:0:7}',
    },
    {name: 'keeps shell scripts unchanged', value: 'echo ${ref:0:7} $$ $1', want: 'echo ${ref:0:7} $$ $1'},
  ])('a reference resolution $name', ({value, want}) => {
    expect(resolve(value)).toEqual({attributes: {value: want}, unknown: [], secrets: [], problems: []});
  });

  it('a reference resolution keeps and lists references that are known only after apply', () => {
    const attributes = {
      a: [`\${ref:${NEW}#spec.clusterIP}`],
      b: `$\${ref:x \${ref:${NEW}#a} \${ref:${WEB}#metadata.name}`,
    };
    const found = resolveReferences(attributes, lookup);
    expect(found).toEqual({attributes, unknown: [['a', 0], ['b']], secrets: [], problems: []});
    expect(found.attributes).toBe(attributes);
  });

  it.each([
    {
      name: 'an unknown id',
      value: '${ref:v1:Service:shop:wep#a}',
      code: 'reference/unknown-id',
      hint: `Did you mean ${WEB}?`,
    },
    {
      name: 'a missing field with the nearest name as a hint',
      value: `\${ref:${WEB}#spec.clusterIp}`,
      code: 'reference/missing-field',
      hint: 'Did you mean spec.clusterIP?',
      message: `refers to spec.clusterIp of ${WEB}, but there is no clusterIp in spec`,
    },
    {
      name: 'an index beyond the end',
      value: `\${ref:${WEB}#spec.ports[1].port}`,
      code: 'reference/missing-field',
      message: `refers to spec.ports[1].port of ${WEB}, but there is no [1] in spec.ports`,
    },
    {
      name: 'a list inside text',
      value: `x \${ref:${WEB}#spec.ports}`,
      code: 'reference/not-a-scalar',
      message: `\${ref:${WEB}#spec.ports} is a list, which cannot be part of a string`,
    },
    {name: 'null inside text', value: `x \${ref:${WEB}#spec.none}`, code: 'reference/not-a-scalar'},
    {name: 'a broken reference', value: `x \${ref:${WEB}#}`, code: 'reference/syntax'},
    {name: 'an inherited property', value: `\${ref:${WEB}#constructor}`, code: 'reference/missing-field'},
  ])('a reference resolution refuses $name and keeps the text', ({value, code, message, hint}) => {
    const found = resolve(value);
    expect(found.attributes).toEqual({value});
    expect(found.problems).toMatchObject([{code, at: ['value'], ...(message && {message}), ...(hint && {hint})}]);
  });

  it('a reference resolution returns the same object without changes, and shares unchanged parts', () => {
    const still = {a: {b: ['$5', 'x', null, 3]}};
    expect(resolveReferences(still, lookup).attributes).toBe(still);
    const one = {keep: {a: [1]}, change: `\${ref:${WEB}#metadata.name}`};
    const {attributes} = resolveReferences(one, lookup);
    expect(attributes).toEqual({keep: {a: [1]}, change: 'web'});
    expect(attributes['keep']).toBe(one.keep);
  });

  it('a reference resolution keeps a key named __proto__', () => {
    const attributes = JSON.parse(`{"__proto__": {"a": "$\${ref:x"}}`) as JsonObject;
    expect(JSON.stringify(resolveReferences(attributes, lookup).attributes)).toBe('{"__proto__":{"a":"${ref:x"}}');
  });
});

describe('an escaped literal', () => {
  const text = fc
    .array(fc.constantFrom('$', '{ref:', '}', '#', `${WEB}#spec`, 'ref://', 'kusion_path.', '"', 'a', '\n'), {
      maxLength: 8,
    })
    .map((pieces) => pieces.join(''));

  it('an escaped literal always resolves to the original text', () =>
    fc.assert(
      fc.property(text, (literal) => {
        const found = resolve(escapeText(literal));
        expect(found).toEqual({attributes: {value: literal}, unknown: [], secrets: [], problems: []});
      }),
      {numRuns: 2000},
    ));

  it('an escaped literal without references is the text itself', () => {
    for (const plain of ['', 'a', '$5', '${x}', '${reference}', 'see ref://x', '$$'])
      expect(escapeText(plain)).toBe(plain);
  });
});

describe('a path', () => {
  it('a path that is shown can be read back', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(99), fc.string({minLength: 0, maxLength: 5})), {minLength: 1, maxLength: 5}),
        (path) => {
          const shown = showPath(path);
          expect(readPath(`${shown}}`, 0)).toEqual({path, end: shown.length});
        },
      ),
    ));
});

describe('an encoded text', () => {
  const text = (value: string, secret: string | undefined = 'p"<&> ä') =>
    resolveReferences({value}, lookup, [], {secretOf: () => secret, digestOf: (inner) => `digest(${inner})`});

  it.each([
    {encoding: 'text', want: 'a p"<&> ä'},
    {encoding: 'base64', want: Buffer.from('a p"<&> ä').toString('base64')},
    {encoding: 'json', want: 'a p\\"<&> ä'},
    {encoding: 'json-html', want: 'a p\\"\\u003c\\u0026\\u003e ä'},
    {encoding: 'query', want: 'a+p%22%3C%26%3E+%C3%A4'},
    {encoding: 'digest', want: 'digest(a p"<&> ä)'},
  ])('is replaced by its $encoding form with the values of its references', ({encoding, want}) => {
    expect(text(`\${ref:${encoding}:"a \${ref://x}"}`).attributes).toEqual({value: want});
  });

  it('is secret, but its digest is not', () => {
    expect(text('${ref:base64:"ref://x"}').secrets).toEqual([['value']]);
    expect(text('${ref:digest:"ref://x"}').secrets).toEqual([]);
  });

  it('stays as it is while a secret in it has no value', () => {
    const written = 'x ${ref:base64:"ref://x"}';
    expect(resolveReferences({value: written}, lookup).attributes).toEqual({value: written});
  });

  it('with an escape is literal', () => {
    expect(text('$${ref:base64:"x"}').attributes).toEqual({value: '${ref:base64:"x"}'});
  });
});
