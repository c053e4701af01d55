import {shellWords} from './plan/permit.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

// Commands that are about a stack in a workspace. Others have the name that they are about in them, or need none.
const NAMED = /"(gantry (?:apply|preview|destroy|drift|status|logs|wait|why|release|resource)(?: [^"]*)?)"/g;

/** Where a command line looks for stack and workspace: a short flag, its long form. */
const PLACES = [['-C'], ['-s', '--stack'], ['-w', '--workspace'], ['--backend']] as const;

/** The next step. A command in it leads to where the one went that was typed: without its `-w` it would go elsewhere, or nowhere. */
export const hintLine = (hint: string, {paint, applyCommand}: Pick<Style, 'paint' | 'applyCommand'>): string =>
  `${paint.note('hint:')} ${printable(leadingTo(hint, applyCommand ?? []))}`;

function leadingTo(hint: string, typed: readonly string[]): string {
  return hint.replace(NAMED, (_, command: string) => {
    const said = command.split(' ');
    const missing = PLACES.filter((names) => wordsOf(names, said).length === 0).flatMap((names) =>
      wordsOf(names, typed),
    );
    return `"${[command, ...(missing.length === 0 ? [] : [shellWords(missing)])].join(' ')}"`;
  });
}

/** A flag as it was typed: `-w prod`, `-wprod`, `--workspace=prod`. */
function wordsOf([short, long]: readonly string[], words: readonly string[]): readonly string[] {
  return words.flatMap((word, i) => {
    if (word === short || word === long) return words.slice(i, i + 2);
    const joined =
      (long !== undefined && word.startsWith(`${long}=`)) ||
      (short !== undefined && (short.startsWith('--') ? word.startsWith(`${short}=`) : word.startsWith(short)));
    return joined ? [word] : [];
  });
}
