import type {Out} from '../io.ts';

/**
 * The runner obeys lines that begin with `::`, and `##[` anywhere, whatever program they come from. A ConfigMap that holds such a
 * line must not command the workflow of those who look at its diff.
 */
export const tame = (text: string): string =>
  text.replaceAll(/^([^\S\r\n\u2028\u2029]*)::/gm, '$1\\::').replaceAll('##[', '##\\[');

/** A stream for people that the runner reads, too. */
export const tamed = (out: Out): Out => ({
  write: (text) => out.write(tame(text)),
  isTTY: out.isTTY,
  get columns() {
    return out.columns;
  },
  terminal: out.terminal,
});
