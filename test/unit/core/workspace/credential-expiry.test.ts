import {describe, expect, it} from 'vitest';
import {expiryState, expiryWarning} from '../../../../src/core/workspace/credential-expiry.ts';
import {tokenExpiry} from '../../../../src/core/workspace/token-expiry.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const after = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();

describe('the expiry of a credential', () => {
  it.each([
    {what: 'client certificate', left: 8 * DAY, state: 'good', says: undefined},
    {what: 'client certificate', left: 7 * DAY, state: 'soon', says: 'expires in 7 days'},
    {what: 'client certificate', left: 3 * HOUR, state: 'soon', says: 'expires in 3 hours'},
    {what: 'client certificate', left: 0, state: 'over', says: undefined},
    {what: 'token', left: HOUR, state: 'good', says: undefined},
    {what: 'token', left: 10 * MINUTE, state: 'soon', says: 'expires in 10 minutes'},
    {what: 'token', left: 10_000, state: 'soon', says: 'expires in 1 minute,'},
    {what: 'token', left: -1, state: 'over', says: undefined},
  ] as const)('the state of a $what with $left ms left is $state', ({what, left, state, says}) => {
    const expiry = {what, at: after(left)};
    expect(expiryState(expiry, NOW)).toBe(state);
    const warning = expiryWarning(expiry, {workspace: 'prod', server: 'https://h', now: NOW});
    if (says === undefined) return expect(warning).toBeUndefined();
    expect(warning).toMatchObject({severity: 'warning', code: 'credential/expires-soon'});
    expect(warning?.message).toContain(says);
    expect(warning?.message).toContain(`on ${expiry.at}`);
    expect(warning?.message).toContain('the workspace "prod" for https://h');
  });
});

const jwt = (payload: unknown): string => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;

describe('when a token ends', () => {
  it.each([
    {name: 'a JWT says it', token: jwt({exp: 1_772_366_400}), at: '2026-03-01T12:00:00.000Z'},
    {name: 'a JWT may not say it', token: jwt({sub: 'x'}), at: undefined},
    {name: 'a text is no date', token: jwt({exp: 'tomorrow'}), at: undefined},
    {name: 'nor is any number', token: jwt({exp: 1e300}), at: undefined},
    {name: 'others do not say it', token: 'abc.def', at: undefined},
    {name: 'nor do three parts that hold no JSON', token: 'a.b.c', at: undefined},
    {name: 'nor null', token: jwt(null), at: undefined},
  ])('$name', ({token, at}) => {
    expect(tokenExpiry(token)?.toISOString()).toBe(at);
  });
});
