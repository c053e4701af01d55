import {expect, it} from 'vitest';
import {chartTemplates} from '../../../../../src/config/sources/helm/chart-templates.ts';

const HIDDEN = '***';

it.each([
  {line: '{{- $found := lookup "v1" "Secret" .Release.Namespace (include "web.name" .) }}', shown: true},
  {line: '  {{ $found = (lookup "v1" "Secret" "shop" "web").data -}}', shown: true},
  {line: '{{- $password := lookup "v1" "Secret" "shop" "web" | default "hunter2" }}', shown: false},
  {line: '{{- $password := "hunter2" }}', shown: false},
  {line: '{{ lookup "v1" "Secret" "shop" "web" }} hunter2', shown: false},
  {line: 'hunter2', shown: false},
])('the line `$line` of the template of a Secret is shown: $shown', ({line, shown}) => {
  const files = new Map([['templates/a.yaml', `${line}\nkind: Secret\n`]]);
  const {text} = chartTemplates(files, {path: '/charts/web'}, false).position('web/templates/a.yaml', {line: 1});
  expect(text).toBe(shown ? line : HIDDEN);
});
