import {shellWords} from './plan/permit.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';

// Commands that work with a stack in a workspace. Other commands contain the name that they need, or need none.
const NAMED =
  /"(gantry (?:apply|preview|destroy|drift|status|logs|wait|why|release|resource|login|whoami|can-i)(?: [^"]*)?)"/g;

const STACK = ['-s', '--stack'] as const;
/** The flags that select stack, workspace and releases: the short flag and its long form. */
const PLACES: readonly (readonly string[])[] = [['-C'], STACK, ['-w', '--workspace'], ['--backend'], ['--insecure']];
/** The only one of these flags without a value. */
const SWITCH = '--insecure';

/** Returns the line of a hint. Commands in it get the flags of the typed command, for example `-w`, so that they use the same target. */
export const hintLine = (hint: string, style: Pick<Style, 'paint' | 'applyCommand' | 'stack'>): string =>
  `${style.paint.note('hint:')} ${printable(leadingTo(hint, style))}`;

function leadingTo(hint: string, {applyCommand: typed = [], stack}: Pick<Style, 'applyCommand' | 'stack'>): string {
  return hint.replace(NAMED, (_, command: string) => {
    const said = command.split(' ');
    const missing = PLACES.flatMap((names) => (flagsIn(said, names).length > 0 ? [] : meant(typed, names, stack)));
    return `"${[command, ...(missing.length === 0 ? [] : [shellWords(missing)])].join(' ')}"`;
  });
}

/** Returns the flags to add. Of several stacks or workspaces none is added; the hint names its own stack, if that is known. */
function meant(typed: readonly string[], names: readonly string[], stack: string | undefined): readonly string[] {
  if (names === STACK && stack !== undefined) return ['-s', stack];
  const flags = flagsIn(typed, names);
  return flags.length > 1 ? [] : flags.flat();
}

/** Returns each occurrence of a flag as it was typed: `-w prod`, `-wprod`, `--workspace=prod`. */
function flagsIn(words: readonly string[], [short = '', long]: readonly string[]): readonly (readonly string[])[] {
  return words.flatMap((word, i) => {
    if (word === short || word === long) return [words.slice(i, word === SWITCH ? i + 1 : i + 2)];
    const isJoined =
      (long !== undefined && word.startsWith(`${long}=`)) ||
      (short.startsWith('--') ? word.startsWith(`${short}=`) : word.startsWith(short));
    return isJoined ? [[word]] : [];
  });
}
