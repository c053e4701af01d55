import {expect, it} from 'vitest';
import {generatedPlaces, readLiveValues} from '../../../../src/app/secret/generated-places.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {encodedReference} from '../../../../src/core/reference/encoders.ts';
import {idOfObject} from '../../../../src/core/resource/id.ts';

const BUNDLE = 'admissionregistration.k8s.io/v1:ValidatingWebhookConfiguration:web';
const reference = `ref://chart.generated/web/${encodeURIComponent(BUNDLE).replaceAll('%3A', ':')}/webhooks/0/clientConfig/caBundle`;
const webhook = (caBundle: string): JsonObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: {name: 'web'},
  webhooks: [{name: 'web.example.com', clientConfig: {caBundle}}],
});
const deployment = (checksum: string): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web', namespace: 'shop', annotations: {'checksum/cert': checksum}},
});

it('a value is read where it is, and not where an object has a digest of it', async () => {
  const objects = [webhook(reference), deployment(encodedReference('digest', `\${${reference}}\n`))];
  const resources = objects.map((attributes) => ({
    id: idOfObject(attributes),
    type: 'Kubernetes' as const,
    attributes,
    dependsOn: [],
    extensions: {},
  }));
  const places = generatedPlaces({resources, expandable: new Set(resources.map(({id}) => id))});
  expect(places.map(({id}) => id)).toEqual([BUNDLE]);
  const live = [webhook('Y2VydGlmaWNhdGU='), deployment('sha256:0123')];
  const values = await readLiveValues(places, {
    namespace: 'shop',
    lookUp: async ({kind}) => live.find((object) => object['kind'] === kind),
  });
  expect(values.get(reference)?.value.reveal()).toBe('Y2VydGlmaWNhdGU=');
});
