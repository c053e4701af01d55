import {describe, expect, it} from 'vitest';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import {annotations} from '../../../../src/ui/github/annotation.ts';
import {driftWarnings} from '../../../../src/ui/github/drift-warnings.ts';
import {escapeCommands} from '../../../../src/ui/github/escape-commands.ts';
import {planWarnings} from '../../../../src/ui/github/plan-warnings.ts';
import {planWith, SAMPLE} from '../../../cli/sample-plan.ts';
import {DRIFT_REPORTS} from '../sample-drift.ts';

const places = {root: '/home/me', cwd: '/home/me/shop'};
const at = (file: string) => ({file, line: 3, column: 13, endColumn: 18, text: '  replicas: "two"'});

describe('an annotation', () => {
  it.each<{name: string; diagnostic: Diagnostic; want: string}>([
    {
      name: 'stands at the line, in a file of the checkout',
      diagnostic: {
        severity: 'error',
        code: 'schema/type',
        message: 'expected a number',
        at: at('/home/me/shop/web.yaml'),
        resource: 'v1:Service:shop:web',
        path: 'spec.port',
        hint: 'write a number',
      },
      want: '::error file=shop/web.yaml,line=3,endLine=3,col=13,endColumn=18,title=gantry%3A schema/type::expected a number%0Aabout v1:Service:shop:web, spec.port%0Awrite a number\n',
    },
    {
      name: 'finds a relative file from the current directory',
      diagnostic: {severity: 'warning', code: 'a/b', message: 'm', at: at('web.yaml')},
      want: '::warning file=shop/web.yaml,line=3,endLine=3,col=13,endColumn=18,title=gantry%3A a/b::m\n',
    },
    {
      name: 'names a file outside of the checkout in words',
      diagnostic: {severity: 'note', code: 'a/b', message: 'm', at: at('/etc/web.yaml')},
      want: '::notice title=gantry%3A a/b::m%0Ain /etc/web.yaml:3:13\n',
    },
    {
      name: 'lets no text end it, or begin another',
      diagnostic: {severity: 'error', code: 'a,b', message: '100%\n::error::x', at: at('/home/me/a,b:c%.yaml')},
      want: '::error file=a%2Cb%3Ac%25.yaml,line=3,endLine=3,col=13,endColumn=18,title=gantry%3A a%2Cb::100%25\\n::error::x\n',
    },
  ])('$name', ({diagnostic, want}) => expect(annotations([diagnostic], places)).toBe(want));

  it('annotations are limited to ten of each kind, errors first', () => {
    const many = (['warning', 'error'] as const).flatMap((severity) =>
      Array.from({length: 12}, (_, i): Diagnostic => ({severity, code: 'a/b', message: `${i}`})),
    );
    const lines = annotations(many, places).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
      ...Array(10).fill('::error'),
      ...Array(10).fill('::warning'),
    ]);
  });
});

describe('a plan warns', () => {
  it('a plan warns about blocked changes and drift without values', () =>
    expect(planWarnings(SAMPLE).map(({code, message, resource, hint}) => ({code, message, resource, hint}))).toEqual([
      {
        code: 'plan/blocked',
        message: 'blocked: it exists and no stack owns it',
        resource: 'rbac.authorization.k8s.io/v1:ClusterRole:view-shop',
        hint: 'permit with --adopt rbac.authorization.k8s.io/v1:ClusterRole:view-shop',
      },
      {
        code: 'plan/drift',
        message: 'drift: kubectl-edit changed spec.replicas in the cluster',
        resource: 'apps/v1:Deployment:shop:web',
        hint: undefined,
      },
    ]));

  it('a plan warns at the line of the desired value', () =>
    expect(
      planWarnings(
        planWith([
          {
            id: 'x',
            type: 'Kubernetes',
            action: 'update',
            verified: true,
            fields: [{path: 'a', before: 1, after: 2, cause: 'drift', at: {file: 'a.yaml', line: 4, column: 2}}],
          },
        ]),
      ),
    ).toEqual([expect.objectContaining({at: expect.objectContaining({file: 'a.yaml', line: 4})})]));
});

it.each([
  {text: '  ::add-mask::x\n::error::y', want: '  \\::add-mask::x\n\\::error::y'},
  {text: '+a ##[group]x', want: '+a ##\\[group]x'},
  {text: 'v1::x and a::b', want: 'v1::x and a::b'},
])('the workflow command in $text is escaped', ({text, want}) => expect(escapeCommands(text)).toBe(want));

it('drift warns about each object and about unchecked stacks without values', () => {
  const warnings = driftWarnings(DRIFT_REPORTS['of several stacks'] ?? expect.fail());
  expect(warnings.map(({severity, message, resource}) => [severity, message, resource])).toEqual([
    [
      'error',
      'shop/old in prod: The stored document releases/8f14/3-1.json is damaged: the digest differs.',
      undefined,
    ],
    ['warning', 'drift: kubectl-edit changed spec.paused in the cluster', 'apps/v1:Deployment:shop:web'],
    [
      'warning',
      'added: kubectl-patch added spec.template.spec.hostNetwork in the cluster',
      'apps/v1:Deployment:shop:worker',
    ],
    ['warning', 'unmarked: its ownership label or annotations were removed or changed', 'v1:Secret:shop:login'],
    ['warning', 'deleted: somebody deleted it after the last release', 'v1:ConfigMap:shop:a'],
    ['warning', 'replaced: another object has its name now', 'v1:ConfigMap:shop:b'],
    ['warning', 'taken: it belongs to another stack: shop/api/prod', 'v1:ConfigMap:shop:c'],
  ]);
  expect(warnings.at(-1)?.hint).toBe('To undo this change, run "gantry apply -w prod -s shop/web --revision current".');
});
