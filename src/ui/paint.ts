import type {Io, Out} from './io.ts';

/** Colours by meaning. Without colours, every brush returns the text unchanged. */
export type Paint = Readonly<Record<Brush, (text: string) => string>> & {
  /** Returns one of several colours without a meaning, to distinguish things of the same kind. */
  readonly hue: (n: number) => (text: string) => string;
};

/** The meaning of a text, which decides its colour. */
export type Brush = 'good' | 'bad' | 'warn' | 'note' | 'dim' | 'strong';

/** The values of `--color`. `auto` depends on the terminal and NO_COLOR. */
export type ColorChoice = 'auto' | 'always' | 'never';

const same = (text: string): string => text;

/** The paint without colours, for files, pipes and Markdown. */
export const plainPaint: Paint = {
  good: same,
  bad: same,
  warn: same,
  note: same,
  dim: same,
  strong: same,
  hue: () => same,
};

/** The colours for things of the same kind. Red is left out, because it means an error. */
const HUES = ['cyan', 'magenta', 'green', 'yellow', 'blue', 'cyanBright', 'magentaBright', 'greenBright'] as const;

/** The paint for one stream. chalk is loaded only when there is something to colour. */
export async function openPaint(out: Out, env: Io['env'], choice: ColorChoice): Promise<Paint> {
  if (!wantsColor(out, env, choice)) return plainPaint;
  const {Chalk} = await import('chalk');
  const chalk = new Chalk({level: 1});
  return {
    good: (text) => chalk.green(text),
    bad: (text) => chalk.red(text),
    warn: (text) => chalk.yellow(text),
    note: (text) => chalk.cyan(text),
    dim: (text) => chalk.dim(text),
    strong: (text) => chalk.bold(text),
    hue: (n) => HUES.map((hue) => (text: string) => chalk[hue](text))[n % HUES.length] ?? same,
  };
}

/** Reports whether to use colours: by `--color`, else NO_COLOR (if not empty), FORCE_COLOR, TERM=dumb, and whether it is a terminal. */
function wantsColor(out: Pick<Out, 'isTTY'>, env: Io['env'], choice: ColorChoice): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '') return env['FORCE_COLOR'] !== '0';
  return out.isTTY && env['TERM'] !== 'dumb';
}
