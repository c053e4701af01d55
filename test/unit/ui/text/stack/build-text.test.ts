import {describe, expect, it} from 'vitest';
import {toYaml} from '../../../../../src/app/to-yaml.ts';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {buildDocument, buildManifests} from '../../../../../src/ui/text/stack/build-text.ts';

const outcome = (attributes: JsonObject) => ({
  project: 'shop',
  stack: 'web',
  resources: [{id: 'x', type: 'Kubernetes' as const, attributes, dependsOn: [], extensions: {}}],
  diagnostics: [],
});

describe('the output of a build', () => {
  it('a build masks values of Secrets and keeps references', () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'db',
        annotations: {'kubectl.kubernetes.io/last-applied-configuration': '{"data":"aHVudGVyMg=="}', keep: 'me'},
      },
      data: {password: 'aHVudGVyMg==', user: 'ref://db/user'},
      stringData: {token: 'hunter2'},
    };
    const [shown] = buildManifests(outcome(secret), {reveal: false});
    expect(shown).toEqual({
      ...secret,
      metadata: {name: 'db', annotations: {'kubectl.kubernetes.io/last-applied-configuration': '***', keep: 'me'}},
      data: {password: '***', user: 'ref://db/user'},
      stringData: {token: '***'},
    });
    expect(JSON.stringify(buildDocument(outcome(secret), {reveal: false}))).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  it('a build with --reveal has the values of the files', () => {
    const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'db'}, stringData: {token: 'hunter2'}};
    expect(buildManifests(outcome(secret), {reveal: true})).toEqual([secret]);
    expect(buildDocument(outcome(secret), {reveal: true})).toMatchObject({resources: [{attributes: secret}]});
  });

  it('a Terraform resource has the form of a spec file', () => {
    const queue = {id: 'hashicorp:aws:aws_sqs_queue:a', type: 'Terraform' as const, attributes: {name: 'a'}};
    const of = {...outcome({}), resources: [{...queue, dependsOn: [], extensions: {}}]};
    expect(buildManifests(of, {reveal: false})).toEqual(of.resources);
  });

  it('the YAML of a build is read by kubectl without changes', () =>
    expect(toYaml([{a: 'yes', b: '0x1f', c: '1e3', d: 'x\ny\n', e: '012', f: undefined, g: null}, {h: 1}])).toBe(
      "a: 'yes'\nb: '0x1f'\nc: '1e3'\nd: |\n  x\n  y\ne: '012'\ng: null\n---\nh: 1\n",
    ));
});
