import {expect, it} from 'vitest';
import type {Certificate} from '../../../../src/core/chart/certificate.ts';
import {decideGroup, type GroupFacts, type GroupMember} from '../../../../src/core/chart/decide-group.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const certificate = (from: string, to: string): Certificate => ({
  subject: 'CN=web',
  issuer: 'CN=ca',
  names: [],
  notBefore: new Date(from),
  notAfter: new Date(to),
});
const member = (shown: string, more: Partial<GroupMember> = {}): GroupMember => ({
  shown,
  isLive: true,
  wasMade: true,
  isRecorded: true,
  certificates: [],
  ...more,
});

const NEW = {isLive: false, wasMade: false, isRecorded: undefined};

it.each<{name: string; facts: Partial<GroupFacts>; want: unknown}>([
  {name: 'values that the cluster has are kept', facts: {members: [member('a'), member('b')]}, want: {keep: true}},
  {
    name: 'the first values need no reason',
    facts: {members: [member('a', NEW), member('b', NEW)]},
    want: {keep: false},
  },
  {
    name: 'a value that is new in the chart renews no other one',
    facts: {members: [member('a'), member('b', NEW)]},
    want: {keep: true},
  },
  {
    name: 'one lost value renews all',
    facts: {members: [member('a'), member('b', {isLive: false})]},
    want: {keep: false, because: 'the cluster has no b'},
  },
  {
    name: 'values that were made before and are all gone are renewed with a reason',
    facts: {members: [member('a', {isLive: false})]},
    want: {keep: false, because: 'the cluster has no a'},
  },
  {
    name: 'values of a chart that another tool applied are kept',
    facts: {members: [member('a', {isRecorded: undefined, wasMade: false}), member('b', NEW)]},
    want: {keep: true},
  },
  {
    name: 'a request renews all',
    facts: {members: [member('a')], requested: 'web'},
    want: {keep: false, because: '--regenerate web was given'},
  },
  {
    name: 'values of two runs are renewed after a run that did not end',
    facts: {members: [member('a'), member('b', {isRecorded: false})], isUnsettled: true},
    want: {keep: false, because: 'the last run did not apply all of them: b has an earlier value'},
  },
  {
    name: 'values of an earlier run are kept if the run that did not end applied none',
    facts: {members: [member('a', {isRecorded: false}), member('b', {isRecorded: false})], isUnsettled: true},
    want: {keep: true},
  },
  {
    name: 'a value that somebody changed by hand is kept',
    facts: {members: [member('a'), member('b', {isRecorded: false})]},
    want: {keep: true},
  },
  {
    name: 'a certificate before two thirds of its life is kept',
    facts: {members: [member('a', {certificates: [certificate('2026-08-01', '2027-02-01')]})]},
    want: {keep: true},
  },
  {
    name: 'a certificate after two thirds of its life renews all',
    facts: {members: [member('a', {certificates: [certificate('2026-01-01', '2026-12-31')]})]},
    want: {
      keep: false,
      because: 'the certificate in a expires on 2026-12-31, and two thirds of its life are over',
    },
  },
  {
    name: 'an expired certificate renews all',
    facts: {members: [member('a', {certificates: [certificate('2025-01-01', '2026-01-01')]})]},
    want: {keep: false, because: 'the certificate in a expired on 2026-01-01'},
  },
])('$name', ({facts, want}) =>
  expect(decideGroup({members: [], isUnsettled: false, now: NOW, ...facts})).toEqual(want),
);
