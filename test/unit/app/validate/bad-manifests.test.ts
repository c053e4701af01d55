import {existsSync, globSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {validateStack} from '../../../../src/app/plan/validate-stack.ts';
import {depsOf} from '../../../rig/deps.ts';
import {PACKED_TYPES} from '../../../rig/packed-types.ts';
import {BY_KIND, BY_RULE, BY_SCHEMA} from './bad-manifests.ts';
import {BY_REFERENCE, GOOD} from './bad-references.ts';
import {validated} from './validated.ts';

const lineOf = (yaml: string): number => yaml.split('\n').findIndex((line) => line.includes('#!')) + 1;

describe('validate reports each mistake of a manifest at its line, and nothing else', () => {
  it.each([...BY_SCHEMA, ...BY_KIND, ...BY_RULE, ...BY_REFERENCE])(
    '$what',
    async ({yaml, message, hint, severity = 'error'}) => {
      const found = await validated({'manifests/web.yaml': yaml});
      // These manifests refer to objects outside of the stack, so notes are compared only in the tests of notes.
      expect(found.filter((one) => severity === 'note' || one.severity !== 'note')).toEqual([
        {
          severity,
          code: expect.stringMatching(/^(?:object|reference)\//),
          message,
          resource: expect.stringContaining(':'),
          path: expect.any(String),
          at: expect.objectContaining({file: expect.stringMatching(/manifests\/web\.yaml$/), line: lineOf(yaml)}),
          ...(hint === undefined ? {} : {hint}),
        },
      ]);
    },
  );
});

describe('validate reports no error for valid manifests', () => {
  it.each(GOOD)('%s', async (_, yaml) => expect(await validated({'manifests/web.yaml': yaml})).toEqual([]));

  const real = join(import.meta.dirname, '../../../../../shared/real');
  it.skipIf(!existsSync(real))(
    'real applications are valid in every version (skipped without ../shared/real)',
    async () => {
      const files = readdirSync(real).map((name) => [`manifests/${name}`, readFileSync(join(real, name), 'utf8')]);
      const kubernetes = PACKED_TYPES.releases;
      const found = await validated(Object.fromEntries(files) as Record<string, string>, {kubernetes});
      expect(found.filter(({severity}) => severity !== 'note')).toEqual([]);
    },
  );

  const examples = join(import.meta.dirname, '../../../../examples');
  it.each(globSync('**/stack.yaml', {cwd: examples}))('the example of %s is valid', async (file) => {
    const directory = dirname(join(examples, file));
    const deps = depsOf({dir: directory, home: directory});
    const workspace = file.startsWith('applications/') ? 'prod' : undefined;
    const request = {directory, kubernetes: PACKED_TYPES.releases, ...(workspace === undefined ? {} : {workspace})};
    const {diagnostics} = await validateStack(request, deps);
    expect(diagnostics.filter(({severity}) => severity !== 'note')).toEqual([]);
  });
});

const OLD_INGRESS = `apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: web}
spec:
  backend: {serviceName: shop, servicePort: 80}
  rules:
    - http:
        paths:
          - path: /
            backend:
              serviceName: shop
              servicePort: http
`;

describe('validate', () => {
  it('each moved field of a removed API is reported with its new place', async () => {
    const found = await validated({'manifests/web.yaml': OLD_INGRESS});
    expect(found.map(({at, message, hint}) => [at?.line, message, hint])).toEqual([
      [
        1,
        'extensions/v1beta1 Ingress was removed in Kubernetes 1.22',
        'Use networking.k8s.io/v1. In that version, each path needs pathType.',
      ],
      [5, 'spec.backend is not a field of networking.k8s.io/v1: it is now spec.defaultBackend', undefined],
      [9, 'spec.rules[0].http.paths[0].pathType is missing (networking.k8s.io/v1 requires it)', undefined],
      [
        11,
        'spec.rules[0].http.paths[0].backend.serviceName is not a field of networking.k8s.io/v1: it is now service.name',
        undefined,
      ],
      [
        12,
        'spec.rules[0].http.paths[0].backend.servicePort is not a field of networking.k8s.io/v1: it is now service.port.number, or service.port.name for a name',
        undefined,
      ],
    ]);
  });

  it('a newer field or API is reported with the version that added it', async () => {
    const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: web}
spec: {reinvocationPolicy: Never, mutations: []}
`;
    const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: nginx
      restartPolicyRules: []
`;
    const files = {'manifests/policy.yaml': policy, 'manifests/web.yaml': pod};
    const found = await validated(files, {kubernetes: ['1.33', '1.36']});
    expect(found.map(({message, hint}) => [message, hint])).toEqual([
      [
        'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy was added in Kubernetes 1.36 (checked against Kubernetes 1.33)',
        undefined,
      ],
      [
        'spec.containers[0].restartPolicyRules is not a field of this object (checked against Kubernetes 1.33)',
        'It was added in Kubernetes 1.34.',
      ],
    ]);
    expect(await validated(files, {kubernetes: ['1.36']})).toEqual([]);
  });

  it('a custom resource is checked by the CRD of the stack', async () => {
    const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crons.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: crons, kind: Cron}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, required: [image], properties: {image: {type: string}, size: {type: integer, maximum: 3}}}
`;
    const cron = 'apiVersion: example.com/v1\nkind: Cron\nmetadata: {name: a}\nspec:\n  siz: 2\n  size: 5\n';
    const older = 'apiVersion: example.com/v1beta1\nkind: Cron\nmetadata: {name: b}\n';
    const found = await validated({'manifests/crd.yaml': crd, 'manifests/web.yaml': `${cron}---\n${older}`});
    expect(found.map(({at, message, hint}) => [at?.line, message, hint])).toEqual([
      [4, 'spec has no image, which is required', undefined],
      [5, 'spec.siz is not a field of this object', 'did you mean size?'],
      [6, 'spec.size is 5, must be at most 3', undefined],
      [8, 'the CRD of Cron does not serve example.com/v1beta1', 'Use example.com/v1.'],
    ]);
  });

  it('values of references are not checked', async () => {
    const stack = 'name: dev\nnamespace: shop\nsources: [{manifests: manifests, references: true}]\n';
    const web = `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  ports: [{port: "\${ref:v1:Service:shop:other#spec.ports[0].port}"}]
---
apiVersion: v1
kind: Service
metadata: {name: other}
spec: {ports: [{port: 80}]}
`;
    expect(await validated({'stack.yaml': stack, 'manifests/web.yaml': web})).toEqual([]);
  });
});
