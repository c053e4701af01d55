import {expect, it} from 'vitest';
import {escapeLiteral, replaceTokens} from '../../../../src/core/chart/replace-tokens.ts';
import {findTokens, tokenText, valuesWith} from '../../../../src/core/chart/token.ts';
import {tokenReader} from '../../../../src/core/chart/token-text.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {resolveReferences} from '../../../../src/core/reference/resolve-references.ts';
import {unescapeContext} from '../../../../src/core/variation/expand-context.ts';

const VALUES = {password: 'ref://db/password', host: '${ref:v1:Service:shop:db#spec.clusterIP}'};
const {tokens} = findTokens(VALUES);
const formOf = (set: 1 | 2, suffix: string) =>
  tokens.map((token) => ({token, text: tokenText('seed', set, token.reference), suffix}));

/** Renders like helm: the template gets what stands for the password and the host. */
type Template = (values: {readonly password: string; readonly host: string}) => Json;

function replaced(template: Template, suffix = '"</%+&') {
  const [one, other] = [formOf(1, ''), formOf(2, suffix)];
  const render = (forms: typeof one): JsonObject => {
    const texts = new Map(forms.map(({token, text, suffix: end}) => [token.reference, text + end]));
    const values = valuesWith(VALUES, (reference) => texts.get(reference) ?? '');
    return {value: template(values as {password: string; host: string})};
  };
  const readers = {first: tokenReader(one), second: tokenReader(other), isText: () => false};
  return replaceTokens(render(one), render(other), readers);
}

const PASSWORD = 'p"<&>/ä\\ $1%';
const HOST = '10.0.0.1';
const lookup = () => ({spec: {clusterIP: HOST}});
const resolved = (object: JsonObject): Json =>
  resolveReferences(object, lookup, [], {secretOf: () => PASSWORD}).attributes['value'] ?? null;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const goJson = (value: Json): string =>
  JSON.stringify(value).replaceAll(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
const query = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

it.each<{name: string; template: Template}>([
  {name: 'the whole value', template: ({password}) => password},
  {name: 'a part of a text', template: ({password, host}) => `postgres://app:${password}@${host}/shop`},
  {name: 'JSON', template: ({password}) => JSON.stringify({password, port: 1})},
  {name: 'JSON as Go writes it', template: ({password}) => goJson({password})},
  {name: 'the query of a URL', template: ({password}) => `https://h/?p=${query(password)}&x=1`},
  {name: 'base64', template: ({password}) => `Basic ${base64(`app:${password}`)}`},
  {name: 'base64 in base64', template: ({password}) => base64(JSON.stringify({auth: base64(`a:${password}`)}))},
  {name: 'JSON in base64', template: ({password}) => base64(goJson([password]))},
  {name: 'a text after a dollar', template: ({password}) => `cost$$${password}$`},
  {name: 'a text with references of its own', template: ({host}) => `\${ref:x#y} ref://a ${host} \${context:z}`},
  {name: 'a text that begins like a reference', template: ({password}) => `x ref://${password}`},
])('a secret has the same value in $name as in a render with it', ({template}) => {
  const {object, derived} = replaced((values) => escapeLiteral(template(values) as string));
  expect(derived).toEqual([]);
  expect(JSON.stringify(object)).not.toMatch(/gT[12]/);
  const value = unescapeContext(String(resolved(object)));
  expect(value).toBe(template({password: PASSWORD, host: HOST}));
});

it.each<{name: string; template: Template}>([
  {name: 'is hashed', template: ({password}) => `${password.length}${password.charCodeAt(5)}${password.charCodeAt(9)}`},
  {name: 'is in upper case', template: ({password}) => password.toUpperCase()},
  {name: 'is cut', template: ({password}) => password.slice(0, 10)},
  {name: 'is a key', template: ({password}) => ({[password]: 1})},
  {name: 'is escaped as in HTML', template: ({password}) => password.replaceAll('"', '&quot;')},
  {name: 'decides the number of items', template: ({password}) => (password.startsWith('gT1') ? [1] : [1, 2])},
])('a value that $name is derived', ({template}) => {
  expect(replaced(template).derived).toMatchObject([{path: ['value']}]);
});

it('the tokens of two references, sets and stacks differ, and are the same in each run', () => {
  const all = [
    tokenText('a', 1, 'ref://x'),
    tokenText('a', 2, 'ref://x'),
    tokenText('b', 1, 'ref://x'),
    tokenText('a', 1, 'ref://y'),
  ];
  expect(new Set(all).size).toBe(4);
  expect(tokenText('a', 1, 'ref://x')).toBe(all[0]);
  for (const token of all) expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
});

it('the token of a secret appears in no text of a chart by chance: it has more than 120 random bits', () => {
  expect(Math.log2(62) * (tokenText('a', 1, 'ref://x').length - 3)).toBeGreaterThan(120);
});

it('a reference that is not valid is reported with its place', () => {
  expect(findTokens({a: {b: 'x ${ref:v1:Service:x#}'}}).problems).toMatchObject([
    {code: 'reference/syntax', at: ['a', 'b']},
  ]);
});
