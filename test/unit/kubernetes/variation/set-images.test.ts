import {expect, it} from 'vitest';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {locate, originOf} from '../../../../src/core/variation/located.ts';
import {imagesIn, setImages} from '../../../../src/kubernetes/variation/set-images.ts';

const at = (file: string): Origin => ({
  file,
  position: (path) => ({file, line: 1, column: 1, endColumn: 1, text: path.join('/')}),
});

const changes = new Map([['nginx', {ref: 'nginx:2', place: {origin: at('stack.yaml'), path: ['images', 'nginx']}}]]);
const old = {name: 'a', image: 'nginx:1'};
const other = {name: 'b', image: 'redis:1'};
const fresh = {...old, image: 'nginx:2'};

it.each<{name: string; base: JsonObject; want: JsonObject}>([
  {
    name: 'containers that name it, and no others',
    base: {spec: {containers: [old, other]}},
    want: {spec: {containers: [fresh, other]}},
  },
  {name: 'those that come first', base: {spec: {initContainers: [old]}}, want: {spec: {initContainers: [fresh]}}},
  {
    name: 'a template in a template',
    base: {spec: {jobTemplate: {spec: {template: {spec: {containers: [old]}}}}}},
    want: {spec: {jobTemplate: {spec: {template: {spec: {containers: [fresh]}}}}}},
  },
  {
    name: 'pod specs of custom kinds, in lists too',
    base: {spec: {parts: [{pod: {initContainers: [old], containers: [other]}}]}},
    want: {spec: {parts: [{pod: {initContainers: [fresh], containers: [other]}}]}},
  },
])('an image is set in $name', ({base, want}) => {
  const node = locate(base, at('a.yaml'));
  expect(imagesIn(node)).toContain('nginx');
  expect(setImages(node, changes).value).toEqual(want);
});

it('an image is set where it was written, and everything else stays', () => {
  const node = locate({spec: {containers: [old, other]}}, at('a.yaml'));
  const origin = originOf(setImages(node, changes));
  const placeOf = (index: number) => origin.position(['spec', 'containers', index, 'image'])?.file;
  expect([placeOf(0), placeOf(1)]).toEqual(['stack.yaml', 'a.yaml']);
  const untouched = locate({spec: {containers: [other], image: 'nginx:1'}}, at('a.yaml'));
  expect(setImages(untouched, changes)).toBe(untouched);
});
