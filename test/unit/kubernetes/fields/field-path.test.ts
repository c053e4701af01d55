import {describe, expect, it} from 'vitest';
import {
  elementKey,
  type FieldPath,
  fieldPathKey,
  formatFieldPath,
  type PathElement,
  parseElement,
} from '../../../../src/core/fields/field-path.ts';

const fields = (...names: string[]): PathElement[] => names.map((field) => ({field}));

describe('a field path reads as people write it', () => {
  it.each<{want: string; path: FieldPath}>([
    {want: '', path: []},
    {want: 'spec.replicas', path: fields('spec', 'replicas')},
    {
      want: 'spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].name',
      path: [
        ...fields('spec', 'containers'),
        {key: {name: 'app'}},
        ...fields('ports'),
        {key: {protocol: 'TCP', containerPort: 80}},
        ...fields('name'),
      ],
    },
    {
      want: 'metadata.finalizers["example.com/x"]',
      path: [...fields('metadata', 'finalizers'), {value: 'example.com/x'}],
    },
    {want: 'spec.ports[=80]', path: [...fields('spec', 'ports'), {value: 80}]},
    {want: 'spec.args[2]', path: [...fields('spec', 'args'), {index: 2}]},
    {want: 'metadata.annotations["a.b/c"]', path: fields('metadata', 'annotations', 'a.b/c')},
    {want: '["a.b"].c', path: fields('a.b', 'c')},
    {want: 'data["say \\"hi\\""]', path: fields('data', 'say "hi"')},
    {want: 'spec.x-kubernetes-map-type', path: fields('spec', 'x-kubernetes-map-type')},
  ])('$want', ({want, path}) => expect(formatFieldPath(path)).toBe(want));
});

describe('a step has one spelling', () => {
  it.each<{text: string; element: PathElement}>([
    {text: 'f:spec', element: {field: 'spec'}},
    {text: 'f:a.b/c', element: {field: 'a.b/c'}},
    {text: 'k:{"containerPort":80,"protocol":"TCP"}', element: {key: {protocol: 'TCP', containerPort: 80}}},
    {text: 'v:"x"', element: {value: 'x'}},
    {text: 'v:80', element: {value: 80}},
    {text: 'i:3', element: {index: 3}},
    // Go escapes what could end a script in HTML.
    {text: 'k:{"mountPath":"/a \\u003cb\\u003e \\u0026 \\"c\\""}', element: {key: {mountPath: '/a <b> & "c"'}}},
  ])('$text', ({text, element}) => {
    expect(elementKey(element)).toBe(text);
    expect(parseElement(text)).toEqual(element);
  });

  it('a step of a later version of the format is ignored', () => expect(parseElement('q:?')).toBeUndefined());
});

describe('paths', () => {
  it('equal elements are equal as text, in any order of key fields', () =>
    expect(fieldPathKey([{key: {a: 1, b: 2}}])).toBe(fieldPathKey([{key: {b: 2, a: 1}}])));
});
