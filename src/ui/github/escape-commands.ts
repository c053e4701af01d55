import type {Out} from '../io.ts';

/**
 * Escapes workflow commands in a stream. The runner executes lines that begin with `::`, and `##[` anywhere, from any program. A
 * ConfigMap with such a line must not command the workflow that prints its diff.
 */
export const escapeCommands = (text: string): string =>
  text.replaceAll(/^([^\S\r\n\u2028\u2029]*)::/gm, '$1\\::').replaceAll('##[', '##\\[');

/** A stream for people that the runner reads, too. */
export const withEscapedCommands = (out: Out): Out => ({
  write: (text) => out.write(escapeCommands(text)),
  isTTY: out.isTTY,
  get columns() {
    return out.columns;
  },
  terminal: out.terminal,
});
