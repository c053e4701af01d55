import {expect, it} from 'vitest';
import {joinValue, type KeptValue, type RenderedValue} from '../../../../src/core/chart/join-values.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';

const value = (text: string, certificates: RenderedValue['certificates'] = []): RenderedValue => ({
  fresh: new Secret(text),
  certificates,
});
const kept = (fresh: string, live: string, certificates: RenderedValue['certificates'] = []): KeptValue => ({
  ...value(fresh, certificates),
  live: new Secret(live),
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PASSWORD = kept('fresh-password', 'live-password');
const CA = kept('fresh-authority', 'live-authority', [{subject: 'CN=ca', issuer: 'CN=ca'}]);

it.each<{name: string; added: RenderedValue; among?: readonly RenderedValue[]; want: string | KeptValue}>([
  {name: 'an independent value is that of the render', added: value('fresh-cookie'), want: 'fresh-cookie'},
  {name: 'another place of a kept value takes it', added: value('fresh-password'), want: 'live-password'},
  {name: 'a text around a kept value takes it', added: value('pw = fresh-password\n'), want: 'pw = live-password\n'},
  {
    name: 'a kept value is also found in base64',
    added: value(base64('fresh-authority')),
    want: base64('live-authority'),
  },
  {name: 'a part of a kept value cannot be made', added: value('fresh-pass'), want: PASSWORD},
  {name: 'a short text is no part of another one', added: value('fresh'), want: 'fresh'},
  {
    name: 'a certificate of a kept authority cannot be made',
    added: value('fresh-certificate', [{subject: 'CN=web', issuer: 'CN=ca'}]),
    want: CA,
  },
  {
    name: 'a certificate of an authority that is new as well is that of the render',
    added: value('fresh-certificate', [{subject: 'CN=web', issuer: 'CN=ca'}]),
    among: [value('other', [{subject: 'CN=ca', issuer: 'CN=ca'}])],
    want: 'fresh-certificate',
  },
])('$name', ({added, among = [], want}) => {
  const joined = joinValue(added, [PASSWORD, CA], [added, ...among]);
  if (typeof want !== 'string') expect(joined).toEqual({conflict: want});
  else expect('value' in joined && joined.value.reveal()).toBe(want);
});
