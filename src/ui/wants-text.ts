import type {ExaminedWants} from '../app/trust/examine-wants.ts';
import {shownFile} from './diagnostic-text.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

const VERDICT: Readonly<Record<ExaminedWants['verdict'], string>> = {
  'asks-nothing': 'requests no access that has to be allowed',
  allowed: 'is allowed this access',
  'not-allowed': 'requests access that you have not allowed ("gantry workspace allow")',
  never: 'requests access that cannot be allowed',
};

/** Returns the requested access line by line, and whether it is allowed. After a change it also shows what is new. */
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
