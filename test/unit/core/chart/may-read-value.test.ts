import {expect, it} from 'vitest';
import {mayReadValue} from '../../../../src/core/chart/may-read-value.ts';

it.each([
  {what: 'a template that names it', template: '{{ .Values.replicas }}', path: ['replicas'], want: true},
  {what: 'a template that names it from the root', template: '{{ $.Values.replicas }}', path: ['replicas'], want: true},
  {what: 'a longer name', template: '{{ .Values.replicasMax }}', path: ['replicas'], want: false},
  {what: 'a field of an object', template: '{{ $live.spec.replicas }}', path: ['replicas'], want: false},
  {what: 'a function that gets the key', template: '{{ get .Values "replicas" }}', path: ['replicas'], want: true},
  {what: 'an index by a literal', template: '{{ index .Values "my-key" }}', path: ['my-key'], want: true},
  {what: 'an index by another literal', template: '{{ index .Values "my-key" }}', path: ['key'], want: false},
  {what: 'an index by a variable', template: '{{ index .Values $name }}', path: ['replicas'], want: true},
  {what: 'a template that prints all values', template: '{{ toYaml .Values }}', path: ['replicas'], want: true},
  {what: 'a variable with all values', template: '{{ $all := $.Values -}}', path: ['replicas'], want: true},
  {what: 'a mapping that is printed', template: '{{ toYaml .Values.image }}', path: ['image', 'tag'], want: true},
  {
    what: 'a mapping that is entered',
    template: '{{ with .Values.image }}{{ .name }}{{ end }}',
    path: ['image', 'tag'],
    want: true,
  },
  {
    what: 'a mapping of which one key is read',
    template: '{{ .Values.image.name }}',
    path: ['image', 'tag'],
    want: false,
  },
  {
    what: 'a mapping above it that is printed',
    template: '{{ range .Values.a }}{{ end }}',
    path: ['a', 'b', 'c'],
    want: true,
  },
  {what: 'a list item', template: '', path: ['hosts', 0, 'name'], want: true},
])('$what: $want', ({template, path, want}) => {
  expect(mayReadValue([template], path)).toBe(want);
});
