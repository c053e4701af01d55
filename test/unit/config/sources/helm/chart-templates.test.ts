import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {nearPath} from '../../../../../src/config/near-path.ts';
import {chartTemplates} from '../../../../../src/config/sources/helm/chart-templates.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const HIDDEN = '***';

it.each([
  {line: '  password: {{ .Values.password | b64enc }}', isShown: true},
  {line: '  password: "{{ .Values.user }}{{ .Values.password }}"', isShown: true},
  {line: '  password: {{ required "set the password" .Values.password | b64enc }}', isShown: true},
  {line: '{{- if .Values.password }}', isShown: true},
  {line: '  password: hunter2', isShown: false},
  {line: '  password: hunter2-{{ .Release.Name }}', isShown: false},
  {line: '  password: {{ .Values.password | default "hunter2" }}', isShown: false},
  {line: '  password: {{ "hunter2" | b64enc }}', isShown: false},
  {line: '  password: {{ `hunter2` | b64enc }}', isShown: false},
])('the excerpt of a Secret shows an expression and no text: $line', ({line, isShown}) => {
  const files = new Map([['templates/secret.yaml', `kind: Secret\nstringData:\n${line}\n`]]);
  const {text} = chartTemplates(files, {path: '/charts/web'}, undefined).position('web/templates/secret.yaml', {
    line: 3,
  });
  expect(text.includes('hunter2')).toBe(false);
  expect(text === line).toBe(isShown);
});

it('the file of a template is relative to the current directory, also beside it in the project', async () => {
  const project = await scratchDirectory();
  const [chart, stack] = [join(project, 'charts/web'), join(project, 'stacks/web')];
  for (const dir of [join(chart, 'templates'), stack]) mkdirSync(dir, {recursive: true});
  writeFileSync(join(chart, 'templates/a.yaml'), 'a: 1\n');
  const fileIn = (directory: string): string => {
    const before = process.cwd();
    process.chdir(directory);
    try {
      const show = (file: string): string => nearPath(file, project);
      const {position} = chartTemplates(new Map([['templates/a.yaml', 'a: 1\n']]), {path: chart}, show);
      return position('web/templates/a.yaml', {line: 1}).file;
    } finally {
      process.chdir(before);
    }
  };
  expect(fileIn(stack)).toBe('../../charts/web/templates/a.yaml');
  expect(fileIn(project)).toBe('charts/web/templates/a.yaml');
  expect(fileIn(await scratchDirectory())).toBe(join(chart, 'templates/a.yaml'));
});

it.each([
  {line: '{{- $found := lookup "v1" "Secret" .Release.Namespace (include "web.name" .) }}', shown: true},
  {line: '  {{ $found = (lookup "v1" "Secret" "shop" "web").data -}}', shown: true},
  {line: '{{- $password := lookup "v1" "Secret" "shop" "web" | default "hunter2" }}', shown: false},
  {line: '{{- $password := "hunter2" }}', shown: false},
  {line: '{{ lookup "v1" "Secret" "shop" "web" }} hunter2', shown: false},
  {line: 'hunter2', shown: false},
])('the line `$line` of the template of a Secret is shown: $shown', ({line, shown}) => {
  const files = new Map([['templates/a.yaml', `${line}\nkind: Secret\n`]]);
  const {text} = chartTemplates(files, {path: '/charts/web'}, undefined).position('web/templates/a.yaml', {line: 1});
  expect(text).toBe(shown ? line : HIDDEN);
});
