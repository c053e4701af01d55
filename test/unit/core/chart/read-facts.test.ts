import {expect, it} from 'vitest';
import {apisRead, readFacts} from '../../../../src/core/chart/read-facts.ts';

const SERVED = ['v1', 'v1/Secret', 'apps/v1/Deployment', 'example.com/v1/Widget'];

it.each([
  {text: 'kind: ConfigMap', version: false, apis: []},
  {text: '{{ .Capabilities.HelmVersion.Version }}', version: false, apis: []},
  {text: '{{ lookup "v1" "Secret" .Release.Namespace "web" }}', version: false, apis: ['v1/Secret']},
  {
    text: '{{ (lookup "v1" "Secret" "a" "b").data }}{{ lookup  "example.com/v1"  "Widget" "" "" }}',
    version: false,
    apis: ['v1/Secret', 'example.com/v1/Widget'],
  },
  {text: '{{ lookup .Values.api "Secret" "a" "b" }}', version: false, apis: SERVED},
  {text: '{{ lookup `v1` `Secret` "a" "b" }}', version: false, apis: SERVED},
  {text: '{{ if .Capabilities.APIVersions.Has "v1/Secret" }}', version: false, apis: SERVED},
  {text: '{{ $c := .Capabilities }}{{ $c.APIVersions }}', version: true, apis: SERVED},
  {text: '{{ toYaml .Capabilities }}', version: true, apis: SERVED},
  {text: '{{ index $ "Capabilities" "KubeVersion" }}', version: true, apis: SERVED},
  {text: '{{ .Capabilities.KubeVersion.Minor }}', version: true, apis: []},
  {text: 'kubeVersion: ">=1.30"', version: true, apis: []},
])('a chart with $text may read the version: $version, and the APIs $apis', ({text, version, apis}) => {
  const read = readFacts(['kind: Service', text]);
  expect(read.version).toBe(version);
  expect(apisRead(read, SERVED)).toEqual(apis);
});
