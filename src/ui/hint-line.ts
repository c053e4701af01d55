import {shellWords} from './plan/permit.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

// Commands that are about a stack in a workspace. Others have the name that they are about in them, or need none.
const NAMED =
  /"(gantry (?:apply|preview|destroy|drift|status|logs|wait|why|release|resource|login|whoami|can-i)(?: [^"]*)?)"/g;

const STACK = ['-s', '--stack'] as const;
/** Where a command line looks for stack, workspace and releases: a short flag, its long form. */
const PLACES: readonly (readonly string[])[] = [['-C'], STACK, ['-w', '--workspace'], ['--backend'], ['--insecure']];
/** Takes no value. */
const SWITCH = '--insecure';

/** The next step. A command in it leads to where the one went that was typed: without its `-w` it would go elsewhere, or nowhere. */
export const hintLine = (hint: string, style: Pick<Style, 'paint' | 'applyCommand' | 'stack'>): string =>
  `${style.paint.note('hint:')} ${printable(leadingTo(hint, style))}`;

function leadingTo(hint: string, {applyCommand: typed = [], stack}: Pick<Style, 'applyCommand' | 'stack'>): string {
  return hint.replace(NAMED, (_, command: string) => {
    const said = command.split(' ');
    const missing = PLACES.flatMap((names) => (flagsIn(said, names).length > 0 ? [] : meant(typed, names, stack)));
    return `"${[command, ...(missing.length === 0 ? [] : [shellWords(missing)])].join(' ')}"`;
  });
}

/** Where several stacks were named, a hint is about one of them: it says which, if that is known. */
function meant(typed: readonly string[], names: readonly string[], stack: string | undefined): readonly string[] {
  if (names === STACK && stack !== undefined) return ['-s', stack];
  const flags = flagsIn(typed, names);
  return names === STACK && flags.length > 1 ? [] : flags.flat();
}

/** A flag as it was typed, each time: `-w prod`, `-wprod`, `--workspace=prod`. */
function flagsIn(words: readonly string[], [short = '', long]: readonly string[]): readonly (readonly string[])[] {
  return words.flatMap((word, i) => {
    if (word === short || word === long) return [words.slice(i, word === SWITCH ? i + 1 : i + 2)];
    const isJoined =
      (long !== undefined && word.startsWith(`${long}=`)) ||
      (short.startsWith('--') ? word.startsWith(`${short}=`) : word.startsWith(short));
    return isJoined ? [[word]] : [];
  });
}
