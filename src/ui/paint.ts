import type {Io, Out} from './io.ts';

/** Colours by meaning. Without colour every brush returns the text as it is. */
export type Paint = Readonly<Record<Brush, (text: string) => string>> & {
  /** One of several colours that mean nothing: to tell things of one kind apart. */
  readonly hue: (n: number) => (text: string) => string;
};

/** What a text means; the terminal's colours follow from it. */
export type Brush = 'good' | 'bad' | 'warn' | 'note' | 'dim' | 'strong';

/** Values of `--color`; auto asks the terminal and NO_COLOR. */
export type ColorChoice = 'auto' | 'always' | 'never';

const same = (text: string): string => text;

/** Leaves texts as they are: for files, pipes and Markdown. */
export const plainPaint: Paint = {
  good: same,
  bad: same,
  warn: same,
  note: same,
  dim: same,
  strong: same,
  hue: () => same,
};

/** Red is for what is wrong. */
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

/** `--color` decides; else NO_COLOR (when not empty), FORCE_COLOR, a dumb terminal, and whether it is a terminal at all. */
function wantsColor(out: Pick<Out, 'isTTY'>, env: Io['env'], choice: ColorChoice): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '') return env['FORCE_COLOR'] !== '0';
  return out.isTTY && env['TERM'] !== 'dumb';
}
