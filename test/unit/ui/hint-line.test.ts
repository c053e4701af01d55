import {expect, it} from 'vitest';
import {hintLine} from '../../../src/ui/hint-line.ts';
import {plainStyle} from './plain-style.ts';

const shown = (hint: string, applyCommand?: readonly string[]): string =>
  hintLine(hint, applyCommand === undefined ? plainStyle : {...plainStyle, applyCommand});

it.each([
  [['-w', 'prod'], '"gantry apply -w prod" does the rest.'],
  [['-wprod', '--target', 'Job'], '"gantry apply -wprod" does the rest.'],
  [['--workspace=prod', '-s', 'shop/web'], '"gantry apply -s shop/web --workspace=prod" does the rest.'],
  [['-C', 'my dir', '--backend', 'local'], `"gantry apply -C 'my dir' --backend local" does the rest.`],
  [['--insecure', '-w', 'prod'], '"gantry apply -w prod --insecure" does the rest.'],
  // Most commands take one stack, and a hint is about one.
  [['-s', 'shop/web', '-s', 'shop/api', '-w', 'prod'], '"gantry apply -w prod" does the rest.'],
  [[], '"gantry apply" does the rest.'],
])('after %j a command in a hint has the same stack and workspace', (typed, text) =>
  expect(shown('"gantry apply" does the rest.', ['gantry', 'apply', ...typed])).toBe(`hint: ${text}`),
);

it.each([
  '"gantry workspace explain" shows where it comes from.',
  '"gantry destroy -w test -s STACK" does it.',
  '"gantry --help" lists the commands.',
])('a command in a hint that needs no flags is not changed: %s', (hint) =>
  expect(shown(hint, ['gantry', 'apply', '-w', 'prod', '-s', 'shop'])).toBe(`hint: ${hint}`),
);

it('a hint about one of several stacks names that stack', () =>
  expect(
    hintLine('"gantry logs ID" tells.', {...plainStyle, applyCommand: ['gantry', 'apply', '--all'], stack: 'shop/web'}),
  ).toBe('hint: "gantry logs ID -s shop/web" tells.'));

it('a hint without a command line is not changed', () =>
  expect(shown('"gantry logs ID" and "gantry status" tell.')).toBe('hint: "gantry logs ID" and "gantry status" tell.'));

it('each command in a hint gets the flags', () =>
  expect(shown('"gantry logs ID" and "gantry status" tell.', ['gantry', 'apply', '-w', 'x'])).toBe(
    'hint: "gantry logs ID -w x" and "gantry status -w x" tell.',
  ));
