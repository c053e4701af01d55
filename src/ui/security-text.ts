import type {ExaminedSecurity, ExaminedWants} from '../app/trust/examine-security.ts';
import {shownFile} from './diagnostic-text.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {facts} from './table.ts';

const VERDICT: Readonly<Record<ExaminedWants['verdict'], string>> = {
  'asks-nothing': 'wants nothing that has to be allowed',
  allowed: 'may do this, as you allowed it',
  'not-allowed': 'may do nothing of this until you allow it ("gantry workspace allow")',
  never: 'may never do all of this',
};

/** The home, the backend, and then one block for each workspace that others may have written. */
export function securityText({home, backend, parts, unread}: ExaminedSecurity, style: Style): string {
  const head = facts(
    [
      ['Home', `${home.path}${home.mode === undefined ? ' (not there yet)' : ` (${home.mode}${ofHome(home)})`}`],
      [
        'Backend',
        `${backend.name ?? ''}, from ${backend.from}${backend.unread === undefined ? '' : `: ${backend.unread}`}`,
      ],
    ],
    style,
  );
  const blocks = parts.map(({name, file, origin, wants, verdict}) =>
    [
      `${printable(name)} (${origin}, ${printable(shownFile(file, style.cwd))}) ${VERDICT[verdict]}`,
      ...wants.map(({text}) => `  - ${printable(text)}`),
      '',
    ].join('\n'),
  );
  const broken = unread.map(({name, file, because}) =>
    printable(`${name} (${shownFile(file, style.cwd)}) cannot be read: ${because}`).concat('\n'),
  );
  const none = parts.length + unread.length === 0 ? ['Nothing that others may have written is known here.\n'] : [];
  return [head, ...blocks, ...broken, ...none].join('\n');
}

const ofHome = ({isOnlyOurs}: ExaminedSecurity['home']): string =>
  isOnlyOurs === true ? ', yours alone' : ', others may look or write: chmod 0700';
