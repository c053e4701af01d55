import {describe, expect, it} from 'vitest';
import {templateError} from '../../../../src/core/chart/template-error.ts';

describe('an error of a template', () => {
  it.each([
    {
      name: 'Helm 3',
      text: 'template: web/templates/x.yaml:5:14: executing "web/templates/x.yaml" at <include "web.labels" .>: error calling include: template: web/templates/_helpers.tpl:2:15: executing "web.labels" at <.Values.a.b.c>: nil pointer evaluating interface {}.b',
    },
    {
      name: 'Helm 4',
      text: 'web/templates/x.yaml:5:14\n  executing "web/templates/x.yaml" at <include "web.labels" .>:\n    error calling include:\nweb/templates/_helpers.tpl:2:15\n  executing "web.labels" at <.Values.a.b.c>:\n    nil pointer evaluating interface {}.b',
    },
  ])('an error inside an included template has its innermost place and value ($name)', ({text}) => {
    expect(templateError(text)).toEqual({
      template: 'web/templates/_helpers.tpl',
      line: 2,
      column: 16,
      expression: '.Values.a.b.c',
      message: 'nil pointer evaluating interface {}.b',
      includedFrom: ['web/templates/x.yaml:5'],
    });
  });

  it.each([
    {
      text: 'execution error at (web/templates/x.yaml:5:14): image.tag is required',
      want: {template: 'web/templates/x.yaml', line: 5, column: 15, message: 'image.tag is required'},
    },
    {
      text: 'parse error at (web/charts/db/templates/_helpers.tpl:2): function "foo" not defined',
      want: {template: 'web/charts/db/templates/_helpers.tpl', line: 2, message: 'function "foo" not defined'},
    },
    {
      text: 'template: web/templates/x.yaml:1:3: executing "web/templates/x.yaml" at <dig "a" (dict "b" "<x>:") .>: wrong type',
      want: {template: 'web/templates/x.yaml', line: 1, column: 4, message: 'wrong type'},
    },
    {
      text: 'execution error at (web/templates/x.yaml:1:3): first line\nsecond line',
      want: {message: 'first line second line'},
    },
  ])('$text', ({text, want}) => {
    expect(templateError(text)).toMatchObject(want);
  });

  it.each(['chart requires kubeVersion: >=1.99', 'no chart found', 'open web/templates: no such file'])(
    'a text without a line is not an error of a template: %s',
    (text) => {
      expect(templateError(text)).toBeUndefined();
    },
  );
});
