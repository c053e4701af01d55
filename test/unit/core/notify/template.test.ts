import {expect, it} from 'vitest';
import type {Notification} from '../../../../src/core/notify/notification.ts';
import {DEFAULT_TEMPLATE, renderTemplate, templateProblem} from '../../../../src/core/notify/template.ts';

const of: Notification = {
  outcome: 'drift',
  subject: 'drift',
  isChange: true,
  command: 'drift',
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  title: 'shop/web in prod has drifted',
  details: 'changed: ${workspace}\n<b>',
  time: '2026-01-01T00:00:00Z',
  digest: 'abc',
};

it.each([
  {title: 'a placeholder becomes its value', template: '${stack} in ${workspace}', want: 'web in prod'},
  {title: 'a value that looks like a placeholder is not expanded', template: '${details}', want: of.details},
  {title: 'an escaped placeholder stays as text', template: '$${stack}', want: '${stack}'},
  {title: 'a missing value leaves no empty line', template: '${title}\n${job}\nend', want: `${of.title}\nend`},
  {
    title: 'the default template ends without an empty line',
    template: DEFAULT_TEMPLATE,
    want: `${of.title}\n${of.details}`,
  },
])('$title', ({template, want}) => expect(renderTemplate(template, of)).toBe(want));

it('only values are escaped for the markup of a target, not the template', () => {
  const escape = (value: string): string => value.replaceAll('<', '&lt;');
  expect(renderTemplate('<!here> ${details}', of, escape)).toBe('<!here> changed: ${workspace}\n&lt;b>');
});

it.each([
  {template: '${titel}', want: 'has an unknown placeholder ${titel}: did you mean ${title}?'},
  {template: '${constructor}', want: expect.stringContaining('unknown placeholder ${constructor}') as string},
  {template: '$${titel} ${title}', want: undefined},
])('the template $template has the problem $want', ({template, want}) =>
  expect(templateProblem(template)).toEqual(want),
);
