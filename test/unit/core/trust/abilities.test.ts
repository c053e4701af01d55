import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {type Ability, MAY, type Verdict} from '../../../../src/core/trust/abilities.ts';
import type {TrustOrigin} from '../../../../src/core/trust/trust-origin.ts';

const SECURITY = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');

const ROWS: Readonly<Record<Ability, RegExp>> = {
  program: /^run programs$/,
  file: /^read files /,
  variable: /^read environment variables$/,
  server: /^name servers /,
  insecureTls: /^skip TLS /,
  metadata: /^contact a cloud metadata /,
};

const ORIGINS: readonly TrustOrigin[] = ['mine', 'project', 'shared', 'fetched'];

const cells = SECURITY.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, first = '', ...rest]) => ({first, rest}));

const verdictOf = (words: string): Verdict =>
  words === 'never' ? 'never' : words.startsWith('with consent') ? 'consent' : 'allowed';

it.each((Object.keys(ROWS) as readonly Ability[]).map((ability) => ({ability})))(
  'docs/security.md says of every origin what it may do: $ability',
  ({ability}) => {
    const row = cells.find(({first}) => ROWS[ability].test(first));
    const documented = ORIGINS.map((origin, at) => [origin, verdictOf(row?.rest[at] ?? 'no row')]);
    expect(row?.rest[0]).toBe('yes');
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(ORIGINS.map((origin) => [origin, MAY[origin][ability]])),
    );
  },
);
