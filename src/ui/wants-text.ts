import type {ExaminedWants} from '../app/trust/examine-wants.ts';
import {shownFile} from './diagnostic-text.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

const VERDICT: Readonly<Record<ExaminedWants['verdict'], string>> = {
  'asks-nothing': 'wants nothing that has to be allowed',
  allowed: 'may do this, as you allowed it',
  'not-allowed': 'may do nothing of this until you allow it ("gantry workspace allow")',
  never: 'may never do all of this',
};

/** What is wanted, line by line, and whether it is allowed; after a change also what differs from what was allowed. */
export function wantsText({name, file, origin, wants, verdict, changed}: ExaminedWants, style: Style): string {
  const added = new Set((changed?.added ?? []).map(({text}) => text));
  const remark = (text: string): string => {
    if (changed === undefined) return '';
    return added.has(text) ? ' (new)' : ' (you allowed it before)';
  };
  return [
    `${printable(name)} (${origin}, ${printable(shownFile(file, style.cwd))}) ${VERDICT[verdict]}`,
    ...wants.map(({text}) => `  - ${printable(text)}${remark(text)}`),
    '',
  ].join('\n');
}
