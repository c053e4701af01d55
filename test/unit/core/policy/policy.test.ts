import {describe, expect, it} from 'vitest';
import {type Breach, blockOf, diagnosticOf} from '../../../../src/core/policy/breach.ts';
import type {PolicySelector, PolicySubject, PolicyWaiver} from '../../../../src/core/policy/policy.ts';
import {selects} from '../../../../src/core/policy/select.ts';
import {findWaiver, isExpired} from '../../../../src/core/policy/waive.ts';

const at = {file: 'prod.yaml', line: 1, column: 1, endColumn: 2, text: ''};
const WEB: PolicySubject = {
  id: 'apps/v1:Deployment:shop:web',
  group: 'apps',
  kind: 'Deployment',
  namespace: 'shop',
  name: 'web',
  action: 'update',
};

describe('a selector', () => {
  it.each<[string, PolicySelector, boolean]>([
    ['without members', {}, true],
    ['by kind', {kinds: ['Service', 'Deployment']}, true],
    ['by another kind', {kinds: ['Service']}, false],
    ['by group and kind', {kinds: ['apps/Deployment']}, true],
    ['by another group', {kinds: ['batch/*']}, false],
    ['by namespace with a wildcard', {namespaces: ['sh*']}, true],
    ['by name', {names: ['api']}, false],
    ['by action', {actions: ['create', 'update']}, true],
    ['by another action', {actions: ['delete']}, false],
    ['with one member of two', {kinds: ['Deployment'], names: ['api']}, false],
  ])('a selector %s matches or does not match', (_, selector, want) => expect(selects(selector, WEB)).toBe(want));

  it('a selector by namespace selects no cluster-scoped object', () => {
    expect(selects({namespaces: ['*']}, {...WEB, namespace: undefined})).toBe(false);
  });
});

describe('a waiver', () => {
  const waiver = (rule: string, resource: string, expires: string): PolicyWaiver => ({
    rule,
    resources: [resource],
    reason: 'r',
    expires,
    at,
  });
  const now = new Date('2027-01-31T23:59:59Z');

  it.each([
    ['restricted', WEB.id, true],
    ['restricted/runAsNonRoot', WEB.id, true],
    ['restricted/runAsUser', WEB.id, false],
    ['restr', WEB.id, false],
    ['restricted', 'apps/v1:Deployment:*:web', true],
    ['restricted', 'apps/v1:Deployment:shop:we', false],
  ])('a waiver of %s for %s permits a breach of restricted/runAsNonRoot: %s', (rule, resource, want) => {
    const found = findWaiver(
      [waiver(rule, resource, '2027-01-31')],
      {rule: 'restricted/runAsNonRoot', resource: WEB.id},
      now,
    );
    expect(found?.isValid === true).toBe(want);
  });

  it('a waiver is valid until the end of its last day in UTC', () => {
    expect(isExpired({expires: '2027-01-31'}, now)).toBe(false);
    expect(isExpired({expires: '2027-01-31'}, new Date('2027-02-01T00:00:00Z'))).toBe(true);
  });

  it('a valid waiver has precedence over an expired one', () => {
    const waivers = [waiver('limits', '*', '2020-01-01'), waiver('limits', '*', '2030-01-01')];
    expect(findWaiver(waivers, {rule: 'limits', resource: WEB.id}, now)).toMatchObject({
      isValid: true,
      waiver: {expires: '2030-01-01'},
    });
  });
});

describe('a breach', () => {
  const breach: Breach = {rule: 'limits', resource: WEB.id, message: 'no limit', action: 'deny', isUnchanged: false};
  const waiver = {rule: 'limits', resources: ['*'], reason: 'soon', expires: '2027-01-31', at};

  it.each<[string, Partial<Breach>, string, string]>([
    ['blocks', {}, 'error', 'no limit'],
    ['of a warning rule', {action: 'warn'}, 'warning', 'no limit'],
    [
      'of an unchanged object',
      {isUnchanged: true},
      'warning',
      'no limit; the object is unchanged, so nothing is blocked',
    ],
    ['with a waiver', {waiver: {waiver, isValid: true}}, 'note', 'waived until 2027-01-31: soon (no limit)'],
    [
      'with an expired waiver',
      {waiver: {waiver, isValid: false}},
      'error',
      'no limit; its waiver expired on 2027-01-31',
    ],
  ])('a breach %s has its own severity and message', (_, part, severity, message) => {
    const one = {...breach, ...part};
    expect(diagnosticOf(one, 'prod')).toMatchObject({severity, message, code: 'policy/limits', resource: WEB.id});
    expect(blockOf([one], 'prod') !== undefined).toBe(severity === 'error');
  });

  it('a change with many breaches quotes three, and names all rules', () => {
    const many = ['a', 'b', 'c', 'd'].map((rule) => ({...breach, rule}));
    expect(blockOf(many, 'prod')).toEqual({
      needs: 'corrected files, or a waiver in the workspace prod',
      because: 'policy a: no limit; policy b: no limit; policy c: no limit; and 1 more',
      policies: ['a', 'b', 'c', 'd'],
    });
  });
});
