import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {dropDigests, setDigests} from '../../../../src/kubernetes/restart/config-digests.ts';

const withTemplate = (template: JsonObject): JsonObject => ({kind: 'Deployment', spec: {replicas: 1, template}});

it.each([
  {name: 'with labels', template: {metadata: {labels: {app: 'web'}}}},
  {name: 'with another annotation', template: {metadata: {annotations: {team: 'a'}}}},
  {name: 'without metadata', template: {spec: {containers: []}}},
])('the digests of a pod template $name are removed, and nothing else', ({template}) => {
  const object = withTemplate(template);
  const marked = setDigests(object, 'ConfigMap/a=1f');
  expect(marked).not.toEqual(object);
  expect(dropDigests(marked)).toEqual(object);
  expect(dropDigests(object)).toBe(object);
});
