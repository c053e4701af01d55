import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import {findField, nearestFields} from '../../../../src/kubernetes/plan/find-field.ts';
import {schemaOf} from '../fields/fixtures/schema-of.ts';

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web', labels: {'a.b/c': 'x', a: 'y'}, finalizers: ['one', 'two.three']},
  spec: {
    replicas: 1,
    template: {
      spec: {containers: [{name: 'app', image: 'x', args: ['--a'], ports: [{containerPort: 80, name: 'http'}]}]},
    },
  },
};
const schema = schemaOf(web);
const app = 'spec.template.spec.containers[name="app"]';

it.each([
  {text: 'spec.replicas', want: 'spec.replicas'},
  {text: '.spec.replicas', want: 'spec.replicas'},
  {text: `${app}.image`, want: `${app}.image`},
  {text: 'spec.template.spec.containers[name=app].image', want: `${app}.image`},
  {text: 'spec.template.spec.containers[0].image', want: `${app}.image`},
  {text: `${app}.args[0]`, want: `${app}.args[0]`},
  {text: `${app}.ports[containerPort=80]`, want: `${app}.ports[containerPort=80,protocol="TCP"]`},
  {
    text: `${app}.ports[containerPort=80,protocol="TCP"].name`,
    want: `${app}.ports[containerPort=80,protocol="TCP"].name`,
  },
  {text: 'metadata.labels["a.b/c"]', want: 'metadata.labels["a.b/c"]'},
  {text: 'metadata.labels[a.b/c]', want: 'metadata.labels["a.b/c"]'},
  {text: 'metadata.labels.a.b/c', want: 'metadata.labels["a.b/c"]'},
  {text: 'metadata.labels.a', want: 'metadata.labels.a'},
  {text: 'metadata.finalizers["two.three"]', want: 'metadata.finalizers["two.three"]'},
  {text: 'spec', want: 'spec'},
  {text: 'spec.replica', want: undefined},
  {text: 'spec.replicas.x', want: undefined},
  {text: 'spec.template.spec.containers[name=other]', want: undefined},
  {text: 'spec.template.spec.containers[1]', want: undefined},
  {text: 'metadata.labels[', want: undefined},
])('$text means $want', ({text, want}) => {
  const path = findField(text, [web], schema);
  expect(path && formatFieldPath(path)).toBe(want);
});

it('looks in each object in turn', () =>
  expect(findField('spec.paused', [web, {...web, spec: {paused: true}}], schema)).toEqual([
    {field: 'spec'},
    {field: 'paused'},
  ]));

it.each([
  {text: 'image', want: `${app}.image`},
  {text: 'spec.replica', want: 'spec.replicas'},
  {text: `${app}.imge`, want: `${app}.image`},
  {text: 'metadata.labels.b', want: 'metadata.labels["a.b/c"]'},
])('for $text names $want', ({text, want}) => {
  const nearest = nearestFields(text, [web], schema);
  expect(nearest).toContain(want);
  expect(nearest.length).toBeLessThanOrEqual(5);
});
