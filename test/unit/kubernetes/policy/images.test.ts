import {describe, expect, it} from 'vitest';
import {imageDowngrades, isOlder} from '../../../../src/kubernetes/policy/image-downgrade.ts';
import {checkRegistries} from '../../../../src/kubernetes/policy/image-registry.ts';
import {checkResources} from '../../../../src/kubernetes/policy/required-resources.ts';
import {podOf, wrapped} from '../../../rig/pod-security-cases.ts';

const withImage = (image: string) => wrapped('Deployment', podOf({containers: [{name: 'main', image}]}));

describe('allowed registries', () => {
  it.each([
    ['registry.example.com/web:1', ['registry.example.com'], true],
    ['registry.example.com:5000/web:1', ['registry.example.com'], false],
    ['registry.example.com:5000/web:1', ['registry.example.com:5000'], true],
    ['registry.example.com.evil.io/web:1', ['registry.example.com'], false],
    ['ghcr.io/acme/web@sha256:0123', ['ghcr.io/acme'], true],
    ['ghcr.io/acme-evil/web', ['ghcr.io/acme'], false],
    ['ghcr.io/acme/team/web', ['ghcr.io/acme/'], true],
    ['nginx:1.28', ['docker.io'], true],
    ['nginx:1.28', ['docker.io/library'], true],
    ['acme/web', ['docker.io/library'], false],
    ['acme/web', ['docker.io/acme'], true],
    ['index.docker.io/acme/web', ['docker.io/acme'], true],
    ['localhost/web', ['localhost'], true],
    ['123.dkr.ecr.eu-west-1.amazonaws.com/web', ['*.dkr.ecr.eu-west-1.amazonaws.com'], true],
    ['evil.io/x.dkr.ecr.eu-west-1.amazonaws.com/web', ['*.dkr.ecr.eu-west-1.amazonaws.com'], false],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference as a user writes it
    ['${v1:ConfigMap:shop:image.data.ref}', ['docker.io'], false],
  ])('the image %s of %j is allowed: %s', (image, allowed, want) =>
    expect(checkRegistries(withImage(image), allowed).length === 0).toBe(want),
  );

  it('the image of an init container and of a volume is checked, with its path', () => {
    const pod = podOf({
      initContainers: [{name: 'init', image: 'evil.io/x'}],
      volumes: [{name: 'v', image: {reference: 'evil.io/y:1'}}],
    });
    expect(checkRegistries(wrapped('Pod', pod), ['registry.example.com'])).toEqual([
      {
        message: 'container "init" uses the image evil.io/x, which is not from an allowed registry',
        path: ['spec', 'initContainers', 0, 'image'],
      },
      {
        message: 'volume "v" uses the image evil.io/y:1, which is not from an allowed registry',
        path: ['spec', 'volumes', 0, 'image', 'reference'],
      },
    ]);
  });
});

describe('an older image', () => {
  it.each([
    ['web:1.28.1', 'web:1.28.0', true],
    ['web:1.28.0', 'web:1.28.1', false],
    ['web:1.10', 'web:1.9', true],
    ['web:v2.0.0', 'web:v1.9.9', true],
    ['web:1.28-alpine', 'web:1.27-alpine', true],
    ['web:1.28', 'web:1.28.1', false],
    ['web:1.28.1', 'web:1.28', false],
    ['web:1.28.0', 'web:1.28.0-rc.1', true],
    ['web:1.28.0-rc.1', 'web:1.28.0', false],
    ['web:1.28.0-rc.2', 'web:1.28.0-rc.1', true],
    ['web:1.28.0-rc.2', 'web:1.28.0-rc.10', false],
    ['web:20260102', 'web:20260101', true],
    ['web:1.28', 'other:1.27', false],
    ['web:latest', 'web:1.27', false],
    ['web:2', 'web:latest', false],
    ['web@sha256:ab', 'web:1', false],
    ['registry:5000/web:2', 'registry:5000/web:1', true],
  ])('%s to %s is a downgrade: %s', (before, after, want) => expect(isOlder(after, before)).toBe(want));

  it('only images of containers count, with the position of the new value', () => {
    const at = {file: 'web.yaml', line: 3, column: 5};
    const path = 'spec.template.spec.containers[name="app"].image';
    expect(
      imageDowngrades([
        {path, before: 'web:2', after: 'web:1', cause: 'spec', at},
        {path: 'spec.image', before: 'web:2', after: 'web:1', cause: 'spec'},
        {path, before: 'web:2', after: 'web:1', cause: 'drift', yielded: true},
        {path, after: 'web:1', cause: 'spec'},
      ]),
    ).toEqual([{message: `${path} changes from web:2 to the older web:1`, path: [], field: {path, at}}]);
  });
});

describe('required resources', () => {
  const resources = {limits: {memory: '1Gi'}, requests: {cpu: 1}};
  const required = {limits: ['memory'], requests: ['cpu']};
  const container = {name: 'main', image: 'x'};

  it.each([
    ['all set', {containers: [{...container, resources}]}, []],
    ['none set', {}, ['limits.memory', 'requests.cpu']],
    ['a limit of the pod', {resources: {limits: {memory: '1Gi'}}}, ['requests.cpu']],
    [
      'an empty value',
      {containers: [{...container, resources: {...resources, limits: {memory: null}}}]},
      ['limits.memory'],
    ],
    [
      'an init container without any',
      {initContainers: [container], containers: [{...container, resources}]},
      ['limits.memory', 'requests.cpu'],
    ],
    ['an ephemeral container', {containers: [{...container, resources}], ephemeralContainers: [container]}, []],
  ])('a pod with %s gets one finding for each missing field', (_, spec, want) => {
    const messages = checkResources(wrapped('CronJob', podOf(spec)), required).map(({message}) => message);
    expect(messages).toEqual(want.map((field) => `container "main" must set resources.${field}`));
  });
});
