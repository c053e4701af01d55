import type {ExaminedSecurity} from '../../../config/documents/trust-output.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';
import {wantsText} from '../../wants-text.ts';

/** Returns the home, the backend, and a block for each workspace that others may have written. */
export function securityText({home, backend, parts, unread}: ExaminedSecurity, style: Style): string {
  const head = facts(
    [
      ['Home', `${home.path}${home.mode === undefined ? ' (does not exist yet)' : ` (${home.mode}${ofHome(home)})`}`],
      [
        'Backend',
        `${backend.name ?? ''}, from ${backend.from}${backend.unread === undefined ? '' : `: ${backend.unread}`}`,
      ],
    ],
    style,
  );
  const blocks = parts.map((part) => wantsText(part, style));
  const broken = unread.map(({name, file, because}) =>
    printable(`${name} (${shownFile(file, style.cwd)}) cannot be read: ${because}`).concat('\n'),
  );
  const none = parts.length + unread.length === 0 ? ['No workspace here may have been written by others.\n'] : [];
  return [head, ...blocks, ...broken, ...none].join('\n');
}

const ofHome = ({isOnlyOurs}: ExaminedSecurity['home']): string =>
  isOnlyOurs === true ? ', only you have access' : ', others may have access: run chmod 0700';
