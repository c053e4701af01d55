import {describe, expect, it} from 'vitest';
import {noteSecrets, printedSecrets, withoutSecrets} from '../../../../../src/config/sources/helm/looked-up-secrets.ts';
import {originOfTemplate} from '../../../../../src/config/sources/helm/read-rendered.ts';
import {escapeLiteral} from '../../../../../src/core/chart/replace-tokens.ts';
import type {JsonObject} from '../../../../../src/core/json.ts';
import type {SourceFacts} from '../../../../../src/ports/source-facts.ts';
import {plainCanary} from '../../../../rig/canaries.ts';

const SECRET = plainCanary('looked-up');
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${encoded('certificate of a CA')}\n-----END CERTIFICATE-----\n`;

const live = (kind: string, data: JsonObject): JsonObject => ({apiVersion: 'v1', kind, metadata: {name: 'db'}, data});

/** Returns the values that are noted when an object is looked up. */
async function noted(object: JsonObject): Promise<readonly string[]> {
  const {facts, values} = noteSecrets({lookUp: async () => object} as unknown as SourceFacts);
  expect(await facts?.lookUp({apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'db'})).toBe(object);
  return values();
}

/** Returns the fields of an object in which a chart prints values. */
const printedIn = (object: JsonObject, values: readonly string[], known: readonly string[] = []) =>
  printedSecrets(
    [{object, origin: originOfTemplate('web/templates/all.yaml'), isExpandable: true, dependsOn: [], extensions: {}}],
    values,
    known,
  );

const configMap = (fields: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'web'},
  ...fields,
});

describe('looked-up Secrets', () => {
  it('the values of a looked-up Secret are noted, and those of other objects are not', async () => {
    expect(await noted(live('Secret', {key: encoded(SECRET)}))).toEqual([encoded(SECRET), SECRET]);
    expect(await noted(live('ConfigMap', {key: SECRET}))).toEqual([]);
  });

  it.each<{where: string; object: JsonObject; path: string}>([
    {where: 'a ConfigMap', object: configMap({data: {a: `pw=${SECRET}`}}), path: 'data.a'},
    {where: 'a ConfigMap as base64', object: configMap({binaryData: {a: encoded(`x${SECRET}`)}}), path: 'binaryData.a'},
    {
      where: 'an annotation',
      object: configMap({metadata: {name: 'w', annotations: {a: SECRET}}}),
      path: 'annotations.a',
    },
    {where: 'an argument', object: configMap({spec: {args: ['-p', SECRET]}}), path: 'spec.args[1]'},
    {where: 'a key', object: configMap({data: {[SECRET]: 'a'}}), path: 'data'},
    {
      where: 'a label of a Secret',
      object: {...live('Secret', {}), metadata: {name: 's', labels: {a: SECRET}}},
      path: 'labels.a',
    },
    {where: 'the name', object: configMap({metadata: {name: SECRET}}), path: 'metadata.name'},
    {where: 'text after an escaped reference', object: configMap({data: {a: `$\${x} ${SECRET}`}}), path: 'data.a'},
  ])('a looked-up value in $where is an error that names the field and not the value', async ({object, path}) => {
    const problems = printedIn(object, await noted(live('Secret', {key: encoded(SECRET)})));
    expect(problems).toMatchObject([{severity: 'error', code: 'source/helm-printed'}]);
    expect(problems[0]?.path).toContain(path);
    expect(problems[0]?.message).toContain(problems[0]?.path);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  it('a looked-up value with characters of references is found in the escaped text', async () => {
    const value = 'pa${ref:a}${context:b}word';
    const values = await noted(live('Secret', {key: encoded(value)}));
    expect(printedIn(configMap({data: {a: escapeLiteral(`url ${value}`)}}), values)).toHaveLength(1);
  });

  it('a looked-up value may be in the data of a Secret', async () => {
    const values = await noted(live('Secret', {key: encoded(SECRET)}));
    expect(printedIn(live('Secret', {copy: encoded(SECRET)}), values)).toEqual([]);
    expect(printedIn({...live('Secret', {}), stringData: {url: `https://${SECRET}@db`}}, values)).toEqual([]);
  });

  it('a public certificate, and a text that the chart itself has, may be printed', async () => {
    const values = await noted(live('Secret', {ca: encoded(CERTIFICATE), user: encoded('postgres')}));
    const object = configMap({data: {ca: CERTIFICATE, bundle: encoded(CERTIFICATE), user: 'postgres'}});
    expect(printedIn(object, values, ['image: postgres'])).toEqual([]);
    expect(printedIn(object, values).map(({path}) => path)).toEqual(['data.user']);
  });

  it('a certificate with a key beside it is secret', async () => {
    const both = `${CERTIFICATE}-----BEGIN PRIVATE KEY-----\n${encoded(SECRET)}\n-----END PRIVATE KEY-----\n`;
    const values = await noted(live('Secret', {pem: encoded(both)}));
    expect(printedIn(configMap({data: {pem: both}}), values)).toHaveLength(1);
  });

  it('problems that quote a looked-up value are shown without it', () => {
    const wrong = {
      severity: 'error' as const,
      code: 'source/helm' as const,
      message: `\`${SECRET}\` twice`,
      hint: `x ${SECRET}`,
    };
    expect(withoutSecrets([wrong], [SECRET])).toEqual([{...wrong, message: '`***` twice', hint: 'x ***'}]);
  });
});
